/**
 * Sessions of Claude Code, made up: seeded, in the shape that real ones have (a row a block, results beside what was
 * delivered, progress rows, sub-agents, compactions), of any size.
 *
 * Texts are taken from files of this project and its packages, changed a little each time, so that tokens, lengths and
 * repetitions are like those of real work.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface MadeUpOptions {
  readonly folder: string;
  readonly bytes: number;
  readonly seed?: number;
  /** Bytes of one session's file. */
  readonly sessionBytes?: number;
  /** When the first session begins. */
  readonly startMs?: number;
  /** Folders that texts are taken from. */
  readonly texts: readonly string[];
}

/** A number from 0 on, below 1: the same sequence for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TEXT_ENDINGS = /\.(ts|md|mjs|js|json)$/;
const MAXIMUM_TEXTS = 4000;

/** Writes sessions until they have so many bytes together; returns their files. */
export function writeMadeUpSessions(options: MadeUpOptions): readonly string[] {
  const random = randomOf(options.seed ?? 1);
  const texts = options.texts.flatMap((folder) => textsOf(folder));
  const files: string[] = [];
  let bytes = 0;
  let startMs = options.startMs ?? Date.UTC(2026, 8, 1);
  for (let n = 1; bytes < options.bytes; n += 1) {
    const project = `/home/dev/project-${1 + (n % 7)}`;
    const folder = join(options.folder, "projects", project.replaceAll("/", "-"));
    mkdirSync(folder, { recursive: true });
    const session = uuidOf(random);
    const file = join(folder, `${session}.jsonl`);
    const wanted = Math.min(options.sessionBytes ?? 1_000_000, options.bytes - bytes);
    const writer = new SessionWriter({ random, texts, session, project, startMs });
    bytes += writer.write(file, wanted);
    files.push(file);
    startMs += 3_600_000 * (1 + random() * 5);
  }
  return files;
}

function textsOf(folder: string): string[] {
  const texts: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT_ENDINGS.test(entry.name) || statSync(path).size > 200_000) continue;
    texts.push(readFileSync(path, "utf8"));
    if (texts.length >= MAXIMUM_TEXTS) break;
  }
  return texts;
}

function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

interface SessionOptions {
  readonly random: () => number;
  readonly texts: readonly string[];
  readonly session: string;
  readonly project: string;
  readonly startMs: number;
}

const TOOLS = ["Read", "Read", "Read", "Bash", "Bash", "Grep", "Glob", "Edit", "WebFetch", "mcp__github__get_issue"];
const CHUNK_CHARS = 1_000_000;

class SessionWriter {
  readonly #options: SessionOptions;
  #timeMs: number;
  #parent: string | null = null;
  #rows: string[] = [];
  #chars = 0;
  #bytes = 0;
  #descriptor = -1;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#timeMs = options.startMs;
  }

  write(file: string, bytes: number): number {
    this.#descriptor = openSync(file, "w");
    try {
      while (this.#bytes + this.#chars < bytes) this.#turn();
      this.#flush();
    } finally {
      closeSync(this.#descriptor);
    }
    return this.#bytes;
  }

  #flush(): void {
    const chunk = Buffer.from(this.#rows.join(""));
    writeSync(this.#descriptor, chunk);
    this.#bytes += chunk.length;
    this.#rows = [];
    this.#chars = 0;
  }

  #row(type: string, members: Record<string, unknown>): void {
    const { random, session, project } = this.#options;
    const uuid = uuidOf(random);
    this.#timeMs += Math.floor(20 + random() * 4000);
    const row = {
      parentUuid: this.#parent,
      isSidechain: false,
      userType: "external",
      cwd: project,
      sessionId: session,
      version: "2.1.332",
      gitBranch: "main",
      type,
      ...members,
      uuid,
      timestamp: new Date(this.#timeMs).toISOString(),
    };
    this.#parent = uuid;
    const line = `${JSON.stringify(row)}\n`;
    this.#rows.push(line);
    this.#chars += line.length;
    if (this.#chars >= CHUNK_CHARS) this.#flush();
  }

  #turn(): void {
    const { random } = this.#options;
    this.#row("user", { message: { role: "user", content: this.#text(40 + random() * 400) } });
    const calls = 1 + Math.floor(random() * 8);
    for (let call = 0; call < calls; call += 1) this.#call();
    this.#assistant([{ type: "text", text: this.#text(100 + random() * 1200) }], "end_turn");
    if (random() < 0.02) this.#compaction();
  }

  #assistant(blocks: readonly Record<string, unknown>[], stop: string): void {
    const { random } = this.#options;
    const id = `msg_${uuidOf(random).replaceAll("-", "").slice(0, 24)}`;
    const output = Math.floor(20 + random() * 900);
    const usage = {
      input_tokens: Math.floor(random() * 12),
      cache_creation_input_tokens: Math.floor(random() * 4000),
      cache_read_input_tokens: Math.floor(20_000 + random() * 100_000),
      service_tier: "standard",
    };
    for (const [at, block] of blocks.entries()) {
      const isLast = at === blocks.length - 1;
      this.#row("assistant", {
        requestId: `req_${id.slice(4)}`,
        message: {
          id,
          type: "message",
          role: "assistant",
          model: "claude-opus-5-5",
          content: [block],
          stop_reason: isLast ? stop : null,
          usage: { ...usage, output_tokens: isLast ? output : 1 },
        },
      });
    }
  }

  #call(): void {
    const { random, project } = this.#options;
    const id = `toolu_${uuidOf(random).replaceAll("-", "").slice(0, 24)}`;
    const tool = TOOLS[Math.floor(random() * TOOLS.length)] ?? "Read";
    const path = `${project}/src/part-${Math.floor(random() * 60)}/file-${Math.floor(random() * 9)}.ts`;
    const input =
      tool === "Bash"
        ? { command: `grep -rn thing-${Math.floor(random() * 500)} src | head` }
        : tool === "Grep"
          ? { pattern: `thing-${Math.floor(random() * 500)}`, path: `${project}/src` }
          : { file_path: path };
    const thinking = { type: "thinking", thinking: this.#text(100 + random() * 700), signature: "c2ln".repeat(60) };
    const use = { type: "tool_use", id, name: tool, input };
    this.#assistant(random() < 0.4 ? [thinking, use] : [use], "tool_use");
    // Lengths as they were counted over real sessions: median 420 characters, 13 % above 4,096.
    const length = Math.min(60_000, Math.floor(420 * Math.exp(1.9 * gaussian(random))));
    const text = this.#text(Math.max(12, length));
    if (tool === "Bash") {
      for (let n = 0; n < 3; n += 1) this.#progress(id, text.slice(0, 400));
    }
    const numbered =
      tool === "Read"
        ? text
            .split("\n")
            .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
            .join("\n")
        : text;
    this.#row("user", {
      message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content: numbered }] },
      toolUseResult:
        tool === "Read"
          ? { type: "text", file: { filePath: path, content: text, numLines: 10, startLine: 1, totalLines: 10 } }
          : tool === "Bash"
            ? { stdout: text, stderr: "", interrupted: false, isImage: false }
            : text,
    });
  }

  #progress(id: string, output: string): void {
    this.#row("progress", {
      data: { type: "bash_progress", output, fullOutput: output, elapsedTimeSeconds: 2, totalLines: 3 },
      toolUseID: `bash-progress-${id}`,
      parentToolUseID: id,
    });
  }

  #compaction(): void {
    this.#row("system", {
      subtype: "compact_boundary",
      content: "Conversation compacted",
      compactMetadata: { trigger: "auto", preTokens: 150_000 },
    });
    this.#row("user", { isCompactSummary: true, message: { role: "user", content: this.#text(4000) } });
  }

  /** About so many characters of texts, from a line on, with a word of its own; sometimes the very same as before. */
  #text(length: number): string {
    const { random, texts } = this.#options;
    const pick = (): string => texts[Math.floor(random() * texts.length)] ?? "nothing\n";
    const first = pick();
    if (random() < 0.1) return first.slice(0, length);
    let part = first.slice(first.indexOf("\n", Math.floor(random() * first.length)) + 1);
    while (part.length < length) part += pick();
    return `${part.slice(0, Math.max(0, length - 8))} ${Math.floor(random() * 1e9).toString(36)}`;
  }
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
