/**
 * Words, paths and scopes under their numbers. What was looked up is remembered, within bounds; after a transaction that
 * was undone it is forgotten, as numbers may have been undone with it.
 */
import type { Database } from "../../sqlite/index.ts";
import { count } from "../../sqlite/index.ts";
import type { ImportScope } from "../import/imported.ts";

const REMEMBERED = 20_000;

/** Numbers of texts in one table. */
export class Dictionary {
  readonly #database: Database;
  readonly #table: "names" | "paths";
  readonly #known = new Map<string, number>();

  constructor(database: Database, table: "names" | "paths") {
    this.#database = database;
    this.#table = table;
  }

  /** The number of a text, made where there is none. 0 for null. */
  number(text: string | null): number {
    if (text === null) return 0;
    const known = this.#known.get(text) ?? this.#find(text) ?? this.#add(text);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(text, known);
    return known;
  }

  forget(): void {
    this.#known.clear();
  }

  #find(text: string): number | null {
    const row = this.#database.get(`SELECT id FROM ${this.#table} WHERE text = ?`, text);
    return row === null ? null : count(row, "id");
  }

  #add(text: string): number {
    return this.#database.run(`INSERT INTO ${this.#table} (text) VALUES (?)`, text).lastId;
  }
}

interface Dictionaries {
  readonly names: Dictionary;
  readonly paths: Dictionary;
}

/** Numbers of scopes: whose context it was. */
export class Scopes {
  readonly #database: Database;
  readonly #dictionaries: Dictionaries;
  readonly #known = new Map<string, { readonly id: number; agentType: string | null }>();
  /** Scopes that came as the same object: most facts of a batch. */
  #same = new WeakMap<ImportScope, number>();

  constructor(database: Database, dictionaries: Dictionaries) {
    this.#database = database;
    this.#dictionaries = dictionaries;
  }

  number(scope: ImportScope): number {
    const same = this.#same.get(scope);
    if (same !== undefined) return same;
    const id = this.#number(scope);
    this.#same.set(scope, id);
    return id;
  }

  #number(scope: ImportScope): number {
    const { client, session, project, agent } = scope;
    const key = JSON.stringify([client, session, project, agent]);
    const known = this.#known.get(key) ?? this.#find(scope);
    if (scope.agentType !== undefined && known.agentType !== scope.agentType) {
      this.#database.run("UPDATE scopes SET agent_type = ? WHERE id = ?", scope.agentType, known.id);
      known.agentType = scope.agentType;
    }
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(key, known);
    return known.id;
  }

  forget(): void {
    this.#known.clear();
    this.#same = new WeakMap();
  }

  #find({ client, session, project, agent }: ImportScope): { readonly id: number; agentType: string | null } {
    const { names, paths } = this.#dictionaries;
    const values = [session, names.number(client), paths.number(project), agent ?? ""] as const;
    const where = "WHERE session = ? AND client = ? AND project = ? AND agent = ?";
    const row = this.#database.get(`SELECT id, agent_type FROM scopes ${where}`, ...values);
    if (row !== null) {
      const { agent_type: agentType } = row;
      return { id: count(row, "id"), agentType: typeof agentType === "string" ? agentType : null };
    }
    const sql = "INSERT INTO scopes (session, client, project, agent) VALUES (?, ?, ?, ?)";
    return { id: this.#database.run(sql, ...values).lastId, agentType: null };
  }
}
