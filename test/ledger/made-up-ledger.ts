/**
 * A ledger with as many items as one likes, made up and written through the port: for asking at size. Texts are short and
 * counts invented, since answers do not depend on them.
 */
import { sha256Hex } from "../../src/contracts/index.ts";
import type { LedgerStore, PreparedEntry, PreparedFact } from "../../src/ledger/ledger-store.ts";
import { randomOf } from "./made-up-sessions.ts";

const TOOLS = [
  ["Read", "read"],
  ["Read", "read"],
  ["Read", "read"],
  ["Bash", "shell"],
  ["Bash", "shell"],
  ["Grep", "search"],
  ["Edit", "other"],
  ["WebFetch", "provider"],
  ["assistant", "provider"],
  ["user", "other"],
] as const;
const WORDS = "error function file value result status index token session agent build test import export class".split(
  " ",
);
const BATCH = 5000;

export interface MadeUpLedgerOptions {
  readonly items: number;
  readonly itemsPerSession?: number;
  readonly seed?: number;
}

/** Fills a ledger; a session has about 120 items, a project some forty sessions. */
export function fillLedger(store: LedgerStore, { items, itemsPerSession = 120, seed = 1 }: MadeUpLedgerOptions): void {
  const random = randomOf(seed);
  let facts: PreparedFact[] = [];
  let timeUs = Date.UTC(2026, 0, 1) * 1000;
  for (let n = 0; n < items; n += 1) {
    const sessionNumber = Math.floor(n / itemsPerSession);
    timeUs += Math.floor(random() * 40_000_000);
    const session = `session-${String(sessionNumber).padStart(6, "0")}`;
    facts.push(itemOf({ n, session, sessionNumber, createdAt: new Date(timeUs / 1000).toISOString(), random }));
    if (n % 3 === 0) facts.push(usageOf(facts.at(-1) as PreparedEntry, n));
    if (facts.length < BATCH && n < items - 1) continue;
    const progress = {
      path: `/made-up/${n}`,
      shownPath: `/made-up/${n}`,
      checkpoint: null,
      stamp: null,
      isFromStart: true,
    };
    store.write([{ facts, progress }]);
    facts = [];
  }
}

interface Making {
  readonly n: number;
  readonly session: string;
  readonly sessionNumber: number;
  readonly createdAt: string;
  readonly random: () => number;
}

function itemOf({ n, session, sessionNumber, createdAt, random }: Making): PreparedEntry {
  const [tool, kind] = TOOLS[Math.floor(random() * TOOLS.length)] ?? TOOLS[0];
  const project = `/home/dev/project-${Math.floor(sessionNumber / 40)}`;
  const isRepeat = random() < 0.05;
  const words = Array.from({ length: 30 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const content = isRepeat ? `the same in ${session}` : `${words} ${n} ${Math.floor(random() * 5000).toString(36)}`;
  const tokens = Math.floor(60 * Math.exp(2.2 * random() * random() * 3));
  const isMain = random() < 0.8;
  return {
    type: "item",
    key: `made-up:${n}`,
    scope: {
      client: sessionNumber % 5 === 0 ? "codex" : "claude-code",
      session,
      project,
      agent: isMain ? null : `agent-${Math.floor(random() * 2)}`,
      ...(isMain ? {} : { agentType: "Explore" }),
    },
    role: tool === "user" ? "user" : tool === "assistant" ? "proposal" : "evidence",
    kind,
    tool,
    path: kind === "read" || tool === "Edit" ? `${project}/src/file-${Math.floor(random() * random() * 400)}.ts` : null,
    command: kind === "shell" ? `npm test -- part-${Math.floor(random() * 50)}` : null,
    pattern: kind === "search" ? `word-${Math.floor(random() * 50)}` : null,
    createdAt,
    durationUs: Math.floor(random() * 1e6),
    inputTokens: random() < 0.1 ? tokens * 3 : tokens,
    outputTokens: tokens,
    deliveredLength: content.length,
    producedLength: null,
    content,
    contentSha256: sha256Hex(content),
    redactions: random() < 0.003 ? { "aws-access-key": 1 } : {},
    media: {},
    mediaParts: [],
    spawned: null,
    isError: random() < 0.03,
    provenance: { file: "/made-up", line: n + 1, offset: n * 100, messageId: `m${n}` },
  };
}

function usageOf({ scope, createdAt, provenance }: PreparedEntry, n: number): PreparedFact {
  return {
    type: "usage",
    key: `made-up:usage:${n}`,
    scope,
    model: n % 7 === 0 ? "small-model" : "large-model",
    createdAt,
    inputTokens: 10,
    cacheReadTokens: 20_000,
    cacheWriteTokens: 500,
    outputTokens: 200,
    reasoningTokens: 0,
    provenance,
  };
}
