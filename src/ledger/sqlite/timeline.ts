/**
 * A session turn by turn.
 *
 * A turn goes from one prompt of a person to the next. What an agent's context holds is told twice: by our own count of
 * what entered since it was last compacted, and by what the provider said that it read (input, cached or not).
 */
import { RuntimeFailure } from "../../errors.ts";
import { count, countOrNull, text, textOrNull, type Database, type Row } from "../../sqlite/index.ts";
import type { SourceKind } from "../../contracts/index.ts";
import type { LedgerFilter, Timeline, TimelineCompaction, Turn } from "../answers.ts";
import { kindOf, USER } from "./codes.ts";
import type { Contents } from "./contents.ts";
import { Conditions, resolveFilter } from "./filter.ts";
import { instantOf } from "./time.ts";

const PROMPT_LENGTH = 200;

interface OneContext {
  readonly scopes: readonly number[];
  readonly client: string;
  readonly session: string;
  readonly project: string | null;
  readonly agent: string | null;
}

export function timelineOf(
  {
    database,
    contents,
    tokenizer,
  }: { readonly database: Database; readonly contents: Contents; readonly tokenizer: string },
  filter: LedgerFilter,
): Timeline {
  const context = contextOf(database, filter);
  const turns = new Turns();
  for (const row of momentsOf(database, context.scopes)) turns.add(row, (id) => promptOf(contents, id));
  const { client, session, project, agent } = context;
  return { client, session, project, agent, tokenizer, turns: turns.end(), agents: agentsOf(database, context) };
}

const CONTEXTS_SQL = `SELECT scopes.id, session, agent, names.text AS client, paths.text AS project FROM scopes
  LEFT JOIN names ON names.id = scopes.client LEFT JOIN paths ON paths.id = scopes.project`;

/** The one agent of the one session that a filter is about; the main one where it does not say. */
function contextOf(database: Database, filter: LedgerFilter): OneContext {
  const { scopes } = resolveFilter(database, filter);
  const { sql, values } = new Conditions().among("scopes.id", scopes).where();
  const rows = database.all(`${CONTEXTS_SQL}${sql} ORDER BY scopes.last_us DESC`, ...values);
  const newest = rows[0];
  if (newest === undefined)
    throw new RuntimeFailure("run-unknown", "there is no such session; see: cairn context summary --by session");
  const sessions = [...new Set(rows.map((row) => text(row, "session")))];
  if (sessions.length > 1 && filter.session !== undefined) {
    const names = sessions.slice(0, 5).join(", ");
    throw new RuntimeFailure("run-ambiguous", `${sessions.length} sessions begin with ${filter.session}: ${names}`);
  }
  const ofSession = rows.filter((row) => row["session"] === newest["session"] && row["client"] === newest["client"]);
  const main = ofSession.filter((row) => row["agent"] === "");
  const first = (filter.agent === undefined ? (main[0] ?? ofSession[0]) : ofSession[0]) ?? newest;
  const ofAgent = ofSession.filter((row) => row["agent"] === first["agent"]);
  const agent = text(first, "agent");
  return {
    scopes: ofAgent.map((row) => count(row, "id")),
    client: textOrNull(first, "client") ?? "",
    session: text(first, "session"),
    project: textOrNull(first, "project"),
    agent: agent === "" ? null : agent,
  };
}

/** Items, responses and compactions of a context in the order of time. */
function momentsOf(database: Database, scopes: readonly number[]): readonly Row[] {
  const among = JSON.stringify(scopes);
  return database.all(
    `SELECT 'item' AS what, id, created_us, kind, role, output_tokens, content, 0 AS context_tokens, NULL AS cause, NULL AS before
       FROM items WHERE scope IN (SELECT value FROM json_each(?1))
     UNION ALL
     SELECT 'usage', id, created_us, 0, 0, output_tokens, 0, input_tokens + cache_read_tokens + cache_write_tokens, NULL, NULL
       FROM usages WHERE scope IN (SELECT value FROM json_each(?1))
     UNION ALL
     SELECT 'compaction', compactions.id, created_us, 0, is_partial, 0, 0, 0, names.text, tokens_before
       FROM compactions LEFT JOIN names ON names.id = compactions.cause WHERE scope IN (SELECT value FROM json_each(?1))
     ORDER BY created_us, what DESC, id`,
    among,
  );
}

function promptOf(contents: Contents, content: number): string {
  return contents.text(content).replaceAll(/\s+/g, " ").trim().slice(0, PROMPT_LENGTH);
}

type OpenTurn = { -readonly [Name in keyof Turn]: Turn[Name] } & {
  entered: Partial<Record<SourceKind, number>>;
  compactions: TimelineCompaction[];
};

/** Gathers moments into turns. */
class Turns {
  readonly #turns: OpenTurn[] = [];
  #contextTokens = 0;

  add(row: Row, promptOf: (content: number) => string): void {
    const at = instantOf(count(row, "created_us"));
    if (row["what"] === "item") this.#addItem(row, at, promptOf);
    else if (row["what"] === "usage") this.#addResponse(row, at);
    else this.#addCompaction(row, at);
  }

  end(): readonly Turn[] {
    return this.#turns;
  }

  #addItem(row: Row, at: string, promptOf: (content: number) => string): void {
    const prompt = count(row, "role") === USER ? promptOf(count(row, "content")) : null;
    const last = this.#turns.at(-1);
    // Parts of one prompt (a command and what it brought, what the client put before it) come together.
    const begins = last === undefined || (prompt !== null && last.responses > 0);
    const turn = begins ? this.#begin(at, prompt) : last;
    turn.prompt ??= prompt;
    const kind = kindOf(count(row, "kind"));
    const tokens = count(row, "output_tokens");
    if (turn.items === 0) turn.first_item = count(row, "id");
    turn.items += 1;
    turn.entered[kind] = (turn.entered[kind] ?? 0) + tokens;
    turn.entered_tokens += tokens;
    this.#contextTokens += tokens;
    turn.context_tokens = this.#contextTokens;
    turn.ended_at = at;
  }

  #addResponse(row: Row, at: string): void {
    const turn = this.#turns.at(-1) ?? this.#begin(at, null);
    turn.responses += 1;
    turn.provider_context_tokens = count(row, "context_tokens");
    turn.provider_output_tokens += count(row, "output_tokens");
    turn.ended_at = at;
  }

  #addCompaction(row: Row, at: string): void {
    const turn = this.#turns.at(-1) ?? this.#begin(at, null);
    const partial = count(row, "role") === 1;
    turn.compactions = [
      ...turn.compactions,
      { at, trigger: textOrNull(row, "cause"), tokens_before: countOrNull(row, "before"), partial },
    ];
    // Of a partial one it is not known what it took out.
    if (!partial) this.#contextTokens = 0;
    turn.context_tokens = this.#contextTokens;
  }

  #begin(at: string, prompt: string | null): OpenTurn {
    const turn: OpenTurn = {
      turn: this.#turns.length + 1,
      started_at: at,
      ended_at: at,
      prompt,
      first_item: 0,
      items: 0,
      entered: {},
      entered_tokens: 0,
      context_tokens: this.#contextTokens,
      responses: 0,
      provider_context_tokens: null,
      provider_output_tokens: 0,
      compactions: [],
    };
    this.#turns.push(turn);
    return turn;
  }
}

function agentsOf(database: Database, { session }: OneContext): Timeline["agents"] {
  const rows = database.all(
    `SELECT agent, max(agent_type) AS agent_type, coalesce(sum(items), 0) AS items, coalesce(sum(output_tokens), 0) AS output_tokens
       FROM scopes LEFT JOIN sums ON sums.scope = scopes.id WHERE session = ? AND agent <> '' GROUP BY agent ORDER BY min(first_us), agent`,
    session,
  );
  return rows.map((row) => ({
    agent: text(row, "agent"),
    agent_type: textOrNull(row, "agent_type"),
    items: count(row, "items"),
    output_tokens: count(row, "output_tokens"),
  }));
}
