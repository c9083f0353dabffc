/**
 * Validators of the documents, compiled once: no schema is interpreted and no code is made at run time.
 *
 * ajv's output asks for files of ajv; esbuild puts them in. Two things in it are changed, each proven by a count,
 * because a hostile document must not cost more than its size: errors are kept up to a limit, and the errors of a
 * referenced schema are added in place (ajv copies all earlier ones for each, which is quadratic).
 */
import { build } from "esbuild";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { documents } from "./documents.ts";

/** How many schema errors of one document are kept. */
const KEPT_ERRORS = 5000;

/** The text of `validators.ts`: one function for each document. Errors: throws where a schema does not compile in ajv's strict mode. */
export async function validatorFile(): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    ownProperties: true,
    strict: true,
    strictRequired: false, // conditions name members that the schema around them defines
    allowUnionTypes: true,
    code: { source: true, lines: true },
  });
  for (const { schema } of documents) ajv.addSchema(schema);
  const ids = Object.fromEntries(documents.map(({ validator, schema }) => [validator, String(schema["$id"])]));
  const bundled = await build({
    stdin: { contents: bounded(standaloneCode.default(ajv, ids)), resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    format: "iife",
    globalName: "compiled",
    platform: "neutral",
    mainFields: ["main"],
    minifySyntax: true,
    write: false,
    metafile: true,
    legalComments: "none",
  });
  const code = bundled.outputFiles[0]?.text ?? "";
  if (Object.values(bundled.metafile.outputs).some((output) => output.imports.length > 0))
    throw new Error("the validators ask for another module");
  return [
    head,
    code.trimEnd(),
    ...documents.map(
      ({ validator }) =>
        `export const ${validator}: Validator = (value) => (compiled.${validator}(value) ? [] : compiled.${validator}.errors);`,
    ),
    "",
  ].join("\n");
}

const head = `// Made by scripts/generate.ts from schemas/*.json with ajv (MIT). Change those, never this.
// @ts-nocheck

/** Most errors that one validation keeps; there are more in the document when a validation returns as many. */
export const KEPT_ERRORS: number = ${KEPT_ERRORS};

/** What one keyword of a schema says against a value. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

/** Why a value does not fit the schema; nothing when it does. */
export type Validator = (value: unknown) => readonly SchemaError[];
`;

/** Keeps the errors few and the work linear, without changing what is valid: the counts of errors stay as they were. */
function bounded(code: string): string {
  const merged = code.replace(
    /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);\s*errors = vErrors\.length;/g,
    (_, name: string) => `vErrors = keep(vErrors, ${name}.errors); errors += ${name}.errors.length;`,
  );
  const pushed = merged.replace(
    /if\(vErrors === null\)\{\s*vErrors = \[(err\d+)\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g,
    "vErrors = add(vErrors, $1);",
  );
  const reset = pushed.replace(/vErrors\.length = (_errs\d+);/g, "vErrors.length = Math.min(vErrors.length, $1);");
  if (/vErrors\.(concat|push)|errors = vErrors\.length/.test(reset))
    throw new Error("ajv's output has another form than expected");
  return `${reset}
function add(kept, error) {
  if (kept === null) return [error];
  if (kept.length < ${KEPT_ERRORS}) kept.push(error);
  return kept;
}
function keep(kept, more) {
  if (kept === null) return more;
  for (const error of more) if (kept.length < ${KEPT_ERRORS}) kept.push(error);
  return kept;
}
`;
}
