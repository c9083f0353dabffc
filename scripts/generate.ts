import { mkdirSync, writeFileSync } from "node:fs";
import { typeFiles } from "./generate/types.ts";
const out = new URL("../src/contracts/generated/", import.meta.url);
mkdirSync(out, { recursive: true });
for (const [name, text] of await typeFiles()) writeFileSync(new URL(name, out), text);
