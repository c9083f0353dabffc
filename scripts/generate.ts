/**
 * Makes `src/contracts/generated/` from `schemas/`. With `--check` it writes nothing and exits 1 where a file is stale.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { typeFiles } from "./generate/types.ts";
import { validatorFile } from "./generate/validators.ts";

const folder = new URL("../src/contracts/generated/", import.meta.url);

const wanted = await typeFiles();
wanted.set("validators.ts", await validatorFile());

mkdirSync(folder, { recursive: true });
const foreign = readdirSync(folder).filter((name) => !wanted.has(name));
const stale = [...wanted].filter(([name, text]) => current(name) !== text).map(([name]) => name);

if (process.argv.includes("--check")) {
  const wrong = [...stale, ...foreign];
  for (const name of wrong)
    console.error(`src/contracts/generated/${name} is not what schemas/ say; run: npx tsx scripts/generate.ts`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} else {
  for (const name of stale) writeFileSync(new URL(name, folder), wanted.get(name) ?? "");
  for (const name of foreign) rmSync(new URL(name, folder));
  console.log(
    stale.length + foreign.length === 0
      ? "nothing to do"
      : `wrote ${stale.join(", ")}${foreign.length > 0 ? `, removed ${foreign.join(", ")}` : ""}`,
  );
}

function current(name: string): string | null {
  const file = new URL(name, folder);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
