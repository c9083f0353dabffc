/**
 * One set-up at a time: two `npm start` in one clone must not install or build over each other.
 *
 * The lock is a file that names the process that holds it. A lock whose process is gone is taken over.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { projectRoot, say, SetupError } from "./console.mjs";
import { isProcessAlive } from "./process-alive.mjs";

const LOCK_FILE = path.join(projectRoot, ".setup.lock");
const WAIT_LIMIT_MS = 20 * 60_000;
const POLL_MS = 100;

/** Runs `work` while no other set-up of this clone runs, waiting at most 20 minutes. Returns what it returns. */
export function withSetupLock(work, lockPath = LOCK_FILE) {
  const isHeld = acquire(lockPath);
  try {
    return work();
  } finally {
    if (isHeld) fs.rmSync(lockPath, { force: true });
  }
}

function acquire(lockPath) {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  let isAnnounced = false;
  while (true) {
    const outcome = tryAcquire(lockPath);
    if (outcome !== "taken") return outcome === "held";
    if (Date.now() > deadline) throw new SetupError(`Another set-up holds ${lockPath} for more than 20 minutes.`);
    if (!isAnnounced) say("waiting for another set-up of this clone …");
    isAnnounced = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

/** `held`: ours now · `taken`: another living process has it · `impossible`: a read-only clone, where nothing can clash. */
function tryAcquire(lockPath) {
  try {
    fs.writeFileSync(lockPath, String(process.pid), { flag: "wx" });
    return "held";
  } catch (error) {
    if (error.code === "EROFS" || error.code === "EACCES") return "impossible";
    if (error.code !== "EEXIST") throw error;
    if (!isHolderAlive(lockPath)) fs.rmSync(lockPath, { force: true });
    return "taken";
  }
}

function isHolderAlive(lockPath) {
  try {
    const pid = Number(fs.readFileSync(lockPath, "utf8"));
    // An empty file was made this instant by a process that has not written its id yet.
    if (pid === 0) return Date.now() - fs.statSync(lockPath).mtimeMs < 5_000;
    return isProcessAlive(pid);
  } catch (error) {
    // Given back between the two looks.
    if (error.code === "ENOENT") return false;
    throw error;
  }
}
