/** Which version of the program this is. */
import { readFileSync } from "node:fs";

/** The version in package.json, which lies as far from `src/cli/` as from `dist/cli/`. */
export function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return String(version);
}
