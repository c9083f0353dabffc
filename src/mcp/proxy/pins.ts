/**
 * What a server says of its tools and how they are to be used, remembered by hash: a description that changes after a
 * person looked at it can carry instructions that nobody read.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { membersOf, sha256Hex, writeWhole, type Members } from "../../app.ts";
import { makeFolders } from "../../folders.ts";

/** Hashes by server, and there by tool. */
type Pins = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A sentence for a person. */
export type Notice = string;

/** A server that lists more is not remembered whole: what is above is new each time. */
const MOST_TOOLS = 2_000;
/** No tool has such a name: a tool's name has no space. */
const INSTRUCTIONS = "the instructions";

export class ToolPins {
  readonly #path: string;
  readonly #server: string;
  /** A new server's tools are no news, on whichever page of its first listing they are. */
  #isFirstListing: boolean;

  constructor(path: string, server: string) {
    this.#path = path;
    this.#server = server;
    this.#isFirstListing = [...knownOf(readPins(path), server).keys()].every((it) => it === INSTRUCTIONS);
  }

  /** Compares what a message of the server says of its tools with what it said before, and remembers it. */
  compare(message: Members): readonly Notice[] {
    const result = membersOf(message["result"]);
    const said = [...toolsIn(result), ...instructionsIn(result)];
    if (said.length === 0) return [];
    const pins = readPins(this.#path);
    const known = knownOf(pins, this.#server);
    const news = said.filter(([name, hash]) => known.get(name) !== hash);
    if (news.length > 0) {
      const remembered = [...new Map([...known, ...news])].slice(0, MOST_TOOLS);
      writePins(this.#path, { ...pins, [this.#server]: Object.fromEntries(remembered) });
    }
    const isFirst = this.#isFirstListing;
    if (Array.isArray(result["tools"]) && result["nextCursor"] === undefined) this.#isFirstListing = false;
    return news.flatMap(([name]): Notice[] => {
      if (known.has(name)) return [`${this.#server} says something else of ${shown(name)} now: look at it`];
      return isFirst || name === INSTRUCTIONS ? [] : [`${this.#server} has a new tool: ${name}`];
    });
  }
}

function shown(name: string): string {
  return name === INSTRUCTIONS ? "how it is to be used" : `its tool ${name}`;
}

function knownOf(pins: Pins, server: string): ReadonlyMap<string, string> {
  return new Map(Object.hasOwn(pins, server) ? Object.entries(pins[server] ?? {}) : []);
}

type Said = readonly [name: string, hash: string];

function toolsIn({ tools }: Members): readonly Said[] {
  if (!Array.isArray(tools)) return [];
  return tools
    .map(membersOf)
    .filter((it) => typeof it["name"] === "string")
    .map((it) => [String(it["name"]), hashOf(it)] as const);
}

/** `initialize` and `server/discover` answer with them; members of that name elsewhere are something else. */
function instructionsIn({ instructions, capabilities }: Members): readonly Said[] {
  if (typeof instructions !== "string" || capabilities === undefined) return [];
  return [[INSTRUCTIONS, sha256Hex(instructions)]];
}

function hashOf({ name, title, description, inputSchema, outputSchema, annotations }: Members): string {
  const said = [name, description, inputSchema, annotations, title, outputSchema];
  return sha256Hex(JSON.stringify(said.map((it) => it ?? null)));
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
  makeFolders(dirname(path), 0o700);
  writeWhole(path, `${JSON.stringify(pins, null, 2)}\n`, 0o600);
}
