import type { ViteUserConfig } from "vitest/config";

/** Pure layers: every branch. */
const everyBranch = { statements: 100, branches: 100, functions: 100, lines: 100 };
/** Everything else. */
const most = { statements: 90, branches: 90, functions: 90, lines: 90 };

const config: ViteUserConfig = {
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
    // Two cores, real processes and real disks: a slow machine must not fail a test that keeps its promise.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/**/*.test.ts", "src/**/*.suite.ts", "src/**/generated/**", "src/**/*.d.ts"],
      reporter: [["text", { skipFull: true }], "json-summary", "html"],
      reportOnFailure: true,
      thresholds: {
        ...most,
        "src/contracts/**/*.ts": everyBranch,
        "src/engine/**/*.ts": everyBranch,
        "src/ledger/**/*.ts": most,
        "src/executors/**/*.ts": most,
        "src/runtime/**/*.ts": most,
        "src/{cli,mcp,hooks,http}/**/*.ts": most,
      },
    },
  },
};

export default config;
