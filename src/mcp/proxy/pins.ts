/**
 * What a server says of its tools, remembered by hash: a description that changes after a person looked at it can carry
 * instructions that nobody read.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { membersOf, sha256Hex, writeWhole, type Members } from "../../app.ts";

type Pins = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface ToolChange {
  readonly tool: string;
  readonly what: "changed" | "new";
}

/** Compares the tools that a server lists with those it listed before, and remembers them. New ones of a new server are no change. */
export function pinTools(path: string, server: string, answer: Members): readonly ToolChange[] {
  const listed = toolsIn(answer);
  if (listed.length === 0) return [];
  const pins = readPins(path);
  const known = pins[server];
  const now = Object.fromEntries(listed.map((tool) => [String(tool["name"]), hashOf(tool)]));
  const changes = Object.entries(now).flatMap(([tool, hash]): ToolChange[] => {
    const before = known?.[tool];
    if (before === undefined) return known === undefined ? [] : [{ tool, what: "new" }];
    return before === hash ? [] : [{ tool, what: "changed" }];
  });
  if (known === undefined || changes.length > 0) writePins(path, { ...pins, [server]: { ...known, ...now } });
  return changes;
}

function toolsIn(answer: Members): readonly Members[] {
  const { tools } = membersOf(answer["result"]);
  return Array.isArray(tools) ? tools.map(membersOf).filter((it) => typeof it["name"] === "string") : [];
}

function hashOf({ name, description, inputSchema, annotations }: Members): string {
  return sha256Hex(JSON.stringify([name, description ?? null, inputSchema ?? null, annotations ?? null]));
}

function readPins(path: string): Pins {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Pins; // compared with hashes only
  } catch {
    return {};
  }
}

function writePins(path: string, pins: Pins): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, `${JSON.stringify(pins, null, 2)}\n`, 0o600);
}
