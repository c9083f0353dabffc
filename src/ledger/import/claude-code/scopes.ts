/** Whose row it is: session, project, main agent or which sub-agent. */
import { basename } from "node:path";
import { rowOf, textOf, type Row } from "../fields.ts";
import type { ImportScope, SourceFile } from "../imported.ts";
import { createRecent } from "../recent.ts";
import { CLIENT } from "./entry.ts";
import { sessionByPath } from "./session-path.ts";

export interface ScopesState {
  /** The folder in which the session began. */
  readonly project: string | null;
  /** Last rows of sub-agents that have no id, with the name given to each. */
  readonly tips: readonly [string, string][];
}

/** Whose a row is. `isShared`: several sub-agents may go by that name. */
export interface RowScope {
  readonly scope: ImportScope;
  readonly isShared: boolean;
}

export interface Scopes {
  of(row: Row): RowScope;
  /** For a row of a sub-agent inside a progress row. */
  ofProgress(row: Row, data: Row, agentType: string | null): RowScope;
  state(): ScopesState;
}

/** Sub-agents of which nothing says which they are. */
const UNNAMED = "sidechain";
const MAX_SCOPES = 1000;

export function createScopes(file: SourceFile, from: ScopesState): Scopes {
  const fileAgent = agentOfFile(file);
  const fileSession = sessionByPath(file.path);
  const tips = createRecent<string>({ maxEntries: 256, maxChars: 100_000, charsOf: (name) => name.length }, from.tips);
  const known = new Map<string, ImportScope>();
  let { project } = from;
  /** Most rows are whose the row before was. */
  let last: ImportScope | null = null;

  const scopeOf = (row: Row, agent: string | null, agentType: string | null): ImportScope => {
    project ??= textOf(row["cwd"]);
    const session = textOf(row["sessionId"]) ?? fileSession;
    if (isSame(last, { session, project, agent, agentType })) return last;
    const key = `${session}\n${agent ?? ""}\n${agentType ?? ""}\n${project ?? ""}`;
    let scope = known.get(key);
    if (scope === undefined) {
      scope = { client: CLIENT, session, project, agent, ...(agentType === null ? {} : { agentType }) };
      if (known.size < MAX_SCOPES) known.set(key, scope);
    }
    last = scope;
    return scope;
  };

  /** The oldest files have sub-agents inline, without an id: a chain of rows from a root is one. */
  const unnamed = (row: Row): string => {
    const uuid = textOf(row["uuid"]);
    const parent = textOf(row["parentUuid"]);
    const name =
      parent === null ? (uuid === null ? UNNAMED : `${UNNAMED}-${uuid.slice(0, 8)}`) : (tips.get(parent) ?? UNNAMED);
    if (uuid !== null && name !== UNNAMED) tips.set(uuid, name);
    return name;
  };

  return {
    of(row) {
      const named = textOf(row["agentId"]);
      const agent = named ?? fileAgent?.id ?? (row["isSidechain"] === true ? unnamed(row) : null);
      const agentType = fileAgent !== null && agent === fileAgent.id ? fileAgent.type : null;
      return { scope: scopeOf(row, agent, agentType), isShared: agent === UNNAMED };
    },
    ofProgress(row, data, agentType) {
      const named = textOf(data["agentId"]) ?? textOf(rowOf(data["message"])?.["agentId"]);
      const call = textOf(row["parentToolUseID"]);
      const agent = named ?? (call === null ? UNNAMED : `${UNNAMED}-${call}`);
      return { scope: scopeOf(row, agent, agentType), isShared: agent === UNNAMED };
    },
    state: () => ({ project, tips: tips.entries() }),
  };
}

interface Whose extends Pick<ImportScope, "session" | "project" | "agent"> {
  readonly agentType: string | null;
}

function isSame(scope: ImportScope | null, whose: Whose): scope is ImportScope {
  return (
    scope !== null &&
    scope.session === whose.session &&
    scope.agent === whose.agent &&
    scope.project === whose.project &&
    (scope.agentType ?? null) === whose.agentType
  );
}

/** The sub-agent that a file is of, by its name and the description beside it. */
function agentOfFile(file: SourceFile): { readonly id: string; readonly type: string | null } | null {
  const name = basename(file.path);
  const id = /^agent-(.+)\.jsonl$/.exec(name)?.[1];
  if (id === undefined) return null;
  const description = file.readBeside(name.replace(/\.jsonl$/, ".meta.json"));
  return { id, type: description === null ? null : agentType(description) };
}

function agentType(description: string): string | null {
  try {
    return textOf(rowOf(JSON.parse(description))?.["agentType"]);
  } catch {
    // A damaged description costs the name of the agent's type and nothing else.
    return null;
  }
}
