/**
 * Types of the documents, made from their schemas.
 *
 * The schemas are not changed for it: names are added to a copy, so that a reader meets `Claim` and not
 * `StatePacketClaims1`. Everything is readonly, because a packet is immutable (semantics §3.1).
 */
import { compile } from "json-schema-to-typescript";
import type { JSONSchema } from "json-schema-to-typescript";
import { documents } from "./documents.ts";
import type { DocumentSource } from "./documents.ts";

const banner = (schema: string): string =>
  `// Made by scripts/generate.ts from schemas/${schema}. Change that, never this.`;

/** The type files, by file name. Errors: throws where a schema has no node at a pointer that the table names. */
export async function typeFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const source of documents) files.set(`${source.name}.ts`, await typeFile(source));
  return files;
}

async function typeFile(source: DocumentSource): Promise<string> {
  const schema = structuredClone(source.schema);
  for (const [pointer, name] of Object.entries(source.names)) nodeAt(schema, pointer)["title"] = name;
  for (const pointer of source.open) nodeAt(schema, pointer)["tsType"] = "Readonly<Record<string, unknown>>";
  replaceForeignRefs(schema);
  const named = source.name === "event" ? payloadTable(schema) : { ...schema, title: source.type };
  const text = await compile(forTypes(named), source.type, {
    bannerComment: "",
    additionalProperties: true,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    declareExternallyReferenced: true,
    format: true,
    style: { printWidth: 140 },
  });
  const imports = source.name === "event" ? 'import type { Proposal } from "./proposal.ts";\n' : "";
  return `${banner(source.file)}\n${imports}${readonly(text)}`;
}

/** The event's payloads as one table, kind → payload: the discriminated union is made from it by hand. */
function payloadTable(schema: Record<string, unknown>): Record<string, unknown> {
  const kinds = nodeAt(schema, "/properties/kind")["enum"] as string[];
  const properties = Object.fromEntries(kinds.map((kind) => [kind, { $ref: `#/$defs/${kind}` }]));
  return {
    title: "EventPayloads",
    type: "object",
    additionalProperties: false,
    required: kinds,
    properties,
    $defs: schema["$defs"],
  };
}

/** Conditions and alternatives of `required` say nothing that a plain interface could say; they stay with the validator. */
function forTypes(node: unknown): JSONSchema {
  if (Array.isArray(node)) return node.map(forTypes);
  if (typeof node !== "object" || node === null) return node as JSONSchema;
  const kept = Object.entries(node).filter(
    ([key]) => !["$schema", "$id", "allOf", "oneOf", "propertyNames"].includes(key),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, forTypes(value)]));
}

function replaceForeignRefs(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  const record = node as Record<string, unknown>;
  if (typeof record["$ref"] === "string" && record["$ref"].includes("proposal.schema.json")) {
    delete record["$ref"];
    record["tsType"] = "Proposal";
  }
  for (const value of Object.values(record)) replaceForeignRefs(value);
}

function nodeAt(schema: Record<string, unknown>, pointer: string): Record<string, unknown> {
  let node: unknown = schema;
  for (const step of pointer.split("/").slice(1)) node = (node as Record<string, unknown> | undefined)?.[step];
  if (typeof node !== "object" || node === null) throw new Error(`the schema has no node at ${pointer}`);
  return node as Record<string, unknown>;
}

/** Makes members and arrays readonly, and drops the notes that say where in the schema a name came from. */
function readonly(text: string): string {
  return text
    .replace(/\n \*\n \* This interface was referenced by [^\n]*\n \* via the [^\n]*/g, "")
    .replace(/\/\*\*\n \* This interface was referenced by [^\n]*\n \* via the [^\n]*\n \*\/\n/g, "")
    .replace(/^(\s+)((?:[A-Za-z_$][\w$]*|"[^"]+")\??:|\[k: string\]:)(?= |$)/gm, "$1readonly $2")
    .replace(/^(\s+readonly [^:\n]+: )(.*)\[\];$/gm, "$1readonly $2[];")
    .replace(/^(export type \w+ = )(\w+)\[\];$/gm, "$1readonly $2[];");
}
