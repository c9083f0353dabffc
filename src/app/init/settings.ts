/**
 * Puts our hooks and our server into an agent's settings, and takes them out again, with everything else left byte for byte
 * as it was.
 *
 * IN1  What is there already is not added again: the same settings twice give the same text.
 * IN2  Only what is ours is taken out: hooks that call a script of `.cairn/hooks/`, and the server named `cairn`.
 */
import { applyEdits, modify, parseTree, type JSONPath, type ModificationOptions, type ParseError } from "jsonc-parser";
import { membersOf } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";

/** How to start our server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** What is to stand in one file. */
export type Settings =
  | {
      readonly kind: "json";
      /** Hook groups by event. */
      readonly hooks: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      readonly server: NamedServer | null;
    }
  | { readonly kind: "toml"; readonly server: NamedServer };

/** Our server, and what it calls the agent in the log. */
export interface NamedServer extends ServerCommand {
  readonly name: string;
}

const OURS = ".cairn/hooks/";
const SERVER = "cairn";

/** The text with our settings in it. `text` is null where there is no file yet. Errors: RuntimeFailure `input-invalid`. */
export function withSettings(text: string | null, settings: Settings, path: string): string {
  return settings.kind === "json" ? withJson(text ?? "{}\n", settings, path) : withToml(text ?? "", settings.server);
}

/** The text without what is ours; null where nothing is left. Errors: RuntimeFailure `input-invalid`. */
export function withoutSettings(text: string, settings: Settings, path: string): string | null {
  const rest = settings.kind === "json" ? withoutJson(text, path) : withoutToml(text);
  return rest.trim() === "" || rest.trim() === "{}" ? null : rest;
}

function withJson(text: string, settings: Extract<Settings, { kind: "json" }>, path: string): string {
  let result = text;
  for (const [event, group] of Object.entries(settings.hooks)) result = withGroup(result, { event, group, path });
  if (settings.server === null) return result;
  const { command, args, name } = settings.server;
  const server = { command, args: [...args, "--agent", name] };
  const present = memberAt(valueOf(result, path), ["mcpServers", SERVER]);
  return isSame(present, server) ? result : set(result, { path: ["mcpServers", SERVER], value: server });
}

interface EventGroup {
  readonly event: string;
  readonly group: Readonly<Record<string, unknown>>;
  readonly path: string;
}

function withGroup(text: string, { event, group, path }: EventGroup): string {
  const groups = listAt(valueOf(text, path), ["hooks", event]);
  if (groups.some((it) => isSame(it, group))) return text;
  const others = groups.filter((it) => !isOurs(it));
  // One of an older version is replaced; else ours goes behind what is there, which stays as it is written.
  if (groups.length === 0 || others.length < groups.length)
    return set(text, { path: ["hooks", event], value: [...others, group] });
  return set(text, { path: ["hooks", event, groups.length], value: group, inserts: true });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withoutJson(text: string, path: string): string {
  let result = text;
  const hooks = memberAt(valueOf(text, path), ["hooks"]);
  for (const event of Object.keys(membersOf(hooks))) {
    const groups = listAt(valueOf(result, path), ["hooks", event]);
    for (const [index, group] of [...groups.entries()].toReversed())
      if (isOurs(group)) result = set(result, { path: ["hooks", event, index] });
    if (groups.length > 0 && groups.every(isOurs)) result = set(result, { path: ["hooks", event] });
  }
  if (memberAt(valueOf(result, path), ["mcpServers", SERVER]) !== undefined)
    result = set(result, { path: ["mcpServers", SERVER] });
  for (const name of ["hooks", "mcpServers"]) {
    const left = memberAt(valueOf(result, path), [name]);
    const wasOurs = Object.keys(membersOf(memberAt(valueOf(text, path), [name]))).length > 0;
    if (left !== undefined && wasOurs && Object.keys(membersOf(left)).length === 0)
      result = set(result, { path: [name] });
  }
  return result;
}

function isOurs(group: unknown): boolean {
  const hooks = membersOf(group)["hooks"];
  const commands = Array.isArray(hooks) ? hooks.map((it: unknown) => membersOf(it)["command"]) : [];
  return commands.some((it) => typeof it === "string" && it.includes(OURS));
}

interface Change {
  readonly path: JSONPath;
  /** Missing: what is there is taken out. */
  readonly value?: unknown;
  /** True where the value goes between those of a list. */
  readonly inserts?: boolean;
}

function set(text: string, { path, value, inserts = false }: Change): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const tabs = /^\t/m.test(text);
  const width = /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
  const options: ModificationOptions = {
    formattingOptions: { insertSpaces: !tabs, tabSize: tabs ? 1 : width, eol },
    isArrayInsertion: inserts,
  };
  return applyEdits(text, modify(text, path, value, options));
}

/** The document as a value. Comments are allowed, as the agents allow them. */
function valueOf(text: string, path: string): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || tree?.type !== "object")
    throw new RuntimeFailure(
      "input-invalid",
      `${path} is no JSON object (at character ${first?.offset ?? 0}); mend it, then call init again`,
    );
  return plain(tree);
}

type TreeNode = NonNullable<ReturnType<typeof parseTree>>;

function plain(node: TreeNode): unknown {
  if (node.type === "array") return (node.children ?? []).map(plain);
  if (node.type !== "object") return node.value as unknown;
  return Object.fromEntries(
    (node.children ?? []).flatMap((it) => {
      const [key, value] = it.children ?? [];
      return key && value ? [[String(key.value), plain(value)]] : [];
    }),
  );
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((it, name) => membersOf(it)[name], value);
}

function listAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const list = memberAt(value, path);
  return Array.isArray(list) ? list : [];
}

const BEGIN = "# >>> cairn init";
const END = "# <<< cairn init";
const BLOCK = /(?:\r?\n)?# >>> cairn init[^\n]*\n[\s\S]*?# <<< cairn init[^\n]*(?:\r?\n|$)/;

/** TOML has no library here that keeps what it does not know: our table is a block of its own between two comments. */
function withToml(text: string, { command, args, name }: NamedServer): string {
  const block = [
    `${BEGIN} (this block is written and removed by it)`,
    `[mcp_servers.${SERVER}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify([...args, "--agent", name])}`,
    END,
    "",
  ].join("\n");
  const rest = withoutToml(text);
  if (new RegExp(`^\\s*\\[mcp_servers\\.${SERVER}\\]`, "m").test(rest)) return text;
  return `${rest}${rest === "" || rest.endsWith("\n") ? "" : "\n"}${rest === "" ? "" : "\n"}${block}`;
}

function withoutToml(text: string): string {
  return text.replace(BLOCK, "");
}
