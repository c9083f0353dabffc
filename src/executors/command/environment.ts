/**
 * What a command sees of this process's environment: what any program needs to run, and what the task file passes on.
 * Keys and tokens are not among it: a command gets one only where the task file says so (`pass_env`), which a person allowed.
 */

/** Names without which programs do not find their files, or print in the wrong language or time. */
const USUAL: readonly string[] = [
  "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TERM",
  "XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR",
  // Where agents keep their settings: paths.
  "CLAUDE_CONFIG_DIR CODEX_HOME PI_CODING_AGENT_DIR",
  // Windows programs do not start without these.
  "SystemRoot SystemDrive ComSpec PATHEXT APPDATA LOCALAPPDATA USERPROFILE TEMP TMP",
].flatMap((line) => line.split(" "));

export interface EnvironmentRequest {
  readonly from: Readonly<Record<string, string | undefined>>;
  /** Names that the task file passes on. */
  readonly passed: readonly string[];
  /** Absolute path of the task's view of the workspace; the command gets it as `CAIRN_WORKSPACE`. */
  readonly workspace: string;
}

/** Returns the environment of a command. */
export function environmentOf({ from, passed, workspace }: EnvironmentRequest): Record<string, string> {
  const environment: Record<string, string> = {};
  const locale = Object.keys(from).filter((name) => name.startsWith("LC_"));
  for (const name of [...USUAL, ...locale, ...passed]) {
    const value = from[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, CAIRN_WORKSPACE: workspace };
}
