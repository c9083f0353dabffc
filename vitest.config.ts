import type { ViteUserConfig } from "vitest/config";

/** Pure layers: every branch. */
const everyBranch = { statements: 100, branches: 100, functions: 100, lines: 100 };
/**
 * The ledger of sessions is being built: its tests come with it. A path goes from here when they are there; its other
 * parts (import, redaction, tokens, windows) are measured.
 */
const inTheMaking = [
  "src/ledger/{ingest,sqlite,documents}/**",
  "src/ledger/{answers,file-state,ledger-store,line-sketch,prepare,scan,session-ledger}.ts",
  "src/ledger/rules/parse-rule-set.ts",
  "src/cli/commands/{context-*,import,ir-diff,ir-export,ir-import,ir-verify,prune,redact,scan}.ts",
  "src/cli/print/ledger/**",
  "src/cli/{live/import-progress,with-ledger}.ts",
];
/** Everything else. */
const most = { statements: 90, branches: 90, functions: 90, lines: 90 };
/** Where branches of failures are still without a test of their own: to be raised to `most`, never lowered. */
const soon = { ...most, branches: 84 };

/** The newest importers (Gemini, OpenTelemetry, request logs, MCP, own events) have no tests yet: raise it with theirs. */
const importersAreUntested = { statements: 80, branches: 70, functions: 80, lines: 81 };

const config: ViteUserConfig = {
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
    // Two cores, real processes and real disks: a slow machine must not fail a test that keeps its promise.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/**/*.test.ts", "src/**/*.suite.ts", "src/**/generated/**", "src/**/*.d.ts", ...inTheMaking],
      reporter: [["text", { skipFull: true }], "json-summary", "html"],
      reportOnFailure: true,
      thresholds: {
        ...soon,
        "src/contracts/**/*.ts": everyBranch,
        "src/engine/**/*.ts": { ...everyBranch, branches: 99.5 },
        "src/ledger/**/*.ts": importersAreUntested,
        "src/executors/**/*.ts": soon,
        "src/runtime/**/*.ts": soon,
        // What runs in processes of its own (test/e2e) is not seen by the measurement.
        "src/{cli,mcp,hooks,http}/**/*.ts": { statements: 70, branches: 68, functions: 72, lines: 71 },
      },
    },
  },
};

export default config;
