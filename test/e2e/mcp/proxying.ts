/** The real command as a proxy before a server over HTTP. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { start, until, type Ended } from "../cli/built.ts";

export interface RunningProxy {
  /** Where it stands for the server's address; callers need the token in a header. */
  readonly url: string;
  /** The same, with the token in the path. */
  readonly urlWithToken: string;
  readonly token: string;
  /** The file of what passed. */
  log(): string;
  /** What it said, but its address. */
  said(): string;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Starts `cairn proxy` at any port, with a store in `root`. */
export async function startProxy(root: string, options: readonly string[]): Promise<RunningProxy> {
  const store = join(root, "store");
  const argv = ["proxy", "--port", "0", "--json", "--store", store, "--ledger", join(root, "ledger.db"), ...options];
  const { child, ended, output } = start(argv, { cwd: root });
  await until(() => output().stdout.endsWith("}\n") || child.exitCode !== null);
  const told = output().stdout;
  const { url, token_file: place } = JSON.parse(told) as { url: string; token_file: string }; // as `--json` prints it
  const token = readFileSync(place, "utf8").trim();
  const { origin } = new URL(url);
  return {
    url,
    urlWithToken: `${origin}/${token}${url.slice(origin.length)}`,
    token,
    log: () => join(store, "mcp", readdirSync(join(store, "mcp"))[0] ?? ""),
    said: () => output().stdout.slice(told.length) + output().stderr,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}
