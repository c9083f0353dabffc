/**
 * What the tools take, with types. The server has checked it against the tool's schema before it comes here, so what is
 * done here is naming only.
 */
export interface Who {
  readonly agent?: string;
}

export interface OfTask extends Who {
  readonly run: string;
  readonly task: string;
}

export interface OpenArguments extends Who {
  readonly objective: string;
  readonly requirements: readonly {
    readonly id: string;
    readonly statement: string;
    readonly needs: "supported" | "verified" | "check" | "person";
    readonly check?: string;
  }[];
  readonly invariants?: readonly {
    readonly id: string;
    readonly operator: "PRESERVE" | "REQUIRE" | "PROHIBIT" | "PREFER";
    readonly statement: string;
    readonly check?: string;
  }[];
  readonly checks?: Readonly<Record<string, object>>;
  readonly invocations?: number;
}

export interface RecordArguments extends OfTask {
  readonly file?: { readonly path: string; readonly from_line?: number; readonly to_line?: number };
  readonly search?: { readonly pattern: string; readonly paths?: readonly string[] };
  readonly list?: { readonly path?: string };
  readonly command?: string;
  readonly note?: string;
}

export interface ToolArguments {
  readonly task_open: OpenArguments;
  readonly task_list: Who;
  readonly packet_get: Who & { readonly run: string; readonly task?: string };
  readonly packet_propose: OfTask & { readonly proposal: Readonly<Record<string, unknown>> };
  readonly context_record: RecordArguments;
  readonly context_search: { readonly run: string; readonly words: string; readonly limit?: number };
  readonly evidence_get: { readonly run: string; readonly ref: string };
  readonly claim_check: OfTask & { readonly statement: string; readonly evidence_refs: readonly string[] };
  readonly escalate: OfTask & {
    readonly question: string;
    readonly options?: readonly string[];
    readonly to?: "person" | "parent";
    readonly blocking?: boolean;
  };
  readonly inbox: { readonly run?: string };
}
