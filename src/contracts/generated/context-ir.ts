// Made by scripts/generate.ts from schemas/context-ir.schema.json. Change that, never this.
export type Timestamp = string;
export type SourceKind = "read" | "shell" | "search" | "provider" | "other";

export interface ContextIrDocument {
  readonly schema_version: 1;
  readonly created_at: Timestamp;
  readonly updated_at: Timestamp;
  readonly next_seq: number;
  readonly totals: ContextIrTotals;
  /**
   * @maxItems 128
   */
  readonly items: readonly ContextIrItem[];
  readonly [k: string]: unknown;
}
export interface ContextIrTotals {
  readonly items_recorded: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly tokens_saved: number;
  readonly [k: string]: unknown;
}
export interface ContextIrItem {
  readonly seq: number;
  readonly created_at: Timestamp;
  readonly source: ContextIrSource;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly duration_us: number;
  readonly compression_ratio: number;
  readonly content_excerpt: string;
  readonly truncated: boolean;
  readonly safety: ContextIrSafety;
  readonly verification: ContextIrVerification;
  readonly [k: string]: unknown;
}
export interface ContextIrSource {
  readonly kind: SourceKind;
  readonly tool: string;
  readonly client_name?: string | null;
  readonly agent_id?: string | null;
  readonly path?: string | null;
  readonly command?: string | null;
  readonly pattern?: string | null;
  readonly [k: string]: unknown;
}
export interface ContextIrSafety {
  readonly redacted: boolean;
  readonly boundary_mode?: string | null;
  readonly [k: string]: unknown;
}
export interface ContextIrVerification {
  readonly content_md5?: string | null;
  readonly [k: string]: unknown;
}
