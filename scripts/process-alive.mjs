/** Whether a process still does anything. */
import * as fs from "node:fs";

/**
 * True iff a process with this id exists and has not ended. Where /proc tells, one that has ended but was not yet
 * collected by its parent (in containers that can take seconds) has ended.
 */
export function isProcessAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  try {
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").slice(-1)[0];
    return !/^[ZX]/.test(afterName);
  } catch (error) {
    // ENOENT: no /proc on this system, or the process ended in between; the first answer stands or is about to.
    if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error;
    return !fs.existsSync("/proc/self/stat");
  }
}
