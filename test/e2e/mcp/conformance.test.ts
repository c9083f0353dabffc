/**
 * The protocol's own suite (`@modelcontextprotocol/conformance`) against the server over HTTP. It is no dependency, and
 * needs Node 22: .ci/run installs it with a Node of its own (scripts/ci-agents.txt). Without it the test is passed over.
 *
 * Most of the suite asks for tools, prompts and resources with names of its own, as only its example server has: those
 * scenarios are named here with what they ask for. Every other one must pass, and so must all checks of theirs that need no
 * such tool.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureDist } from "../cli/built.ts";
import { startHttp, withoutToken } from "./http.ts";
import { findSuite, runSuite, type Check } from "./suite.ts";

/** Scenarios that call tools, prompts and resources of the suite's example server, or need an extension that is not ours. */
const ASKS_FOR_ITS_OWN = [
  /^tools-call-/,
  /^prompts-get-/,
  /^resources-(read-|templates-read$|subscribe$|unsubscribe$)/,
  /^(completion-complete|json-schema-2020-12|http-custom-header-server-validation)$/,
  /^elicitation-/,
  /^input-required-result-/,
  /^tasks-/,
];
/** Single checks in other scenarios say it themselves. */
const SAYS_SO = /^Not testable: server does not list the diagnostic tool 'test_/;

/** These must pass, so that nothing counts as passed that was not run. The second number: checks that were passed over. */
const OURS: Readonly<Record<string, readonly [passed: number, passedOver: number]>> = {
  caching: [7, 0],
  "dns-rebinding-protection": [2, 0],
  "http-header-validation": [14, 0],
  "logging-set-level": [2, 0],
  ping: [2, 0],
  "prompts-list": [2, 0],
  "resources-list": [2, 0],
  "sep-2164-resource-not-found": [4, 0],
  "server-initialize": [3, 0],
  "server-session-lifecycle": [3, 0],
  "server-sse-multiple-streams": [2, 0],
  "server-stateless": [24, 4],
  "tools-list": [3, 0],
};

const suite = findSuite();

beforeAll(() => ensureDist(), 120_000);

describe.skipIf(suite === null)(
  "the protocol's conformance suite (passed over where it or a Node 22 is missing)",
  () => {
    it("finds no fault but the lack of its own tools, in both eras of the protocol", async () => {
      const root = mkdtempSync(join(tmpdir(), "cairn-conformance-"));
      const serving = await startHttp(root);
      const { url, server } = await withoutToken(serving);
      try {
        const checks = suite === null ? [] : await runSuite(suite, join(root, "out"), ["--url", url, "--suite", "all"]);
        const asked = checks.filter(({ scenario }) => !ASKS_FOR_ITS_OWN.some((it) => it.test(scenario)));
        const failed = asked.filter(({ status }) => status === "FAILURE");
        expect(failed.filter(({ errorMessage }) => !SAYS_SO.test(errorMessage ?? ""))).toEqual([]);
        const counts = Object.keys(OURS).map((name) => {
          const of = (list: readonly Check[]): number => list.filter(({ scenario }) => scenario === name).length;
          return [name, [of(asked.filter(({ status }) => status === "SUCCESS")), of(failed)]];
        });
        expect(Object.fromEntries(counts)).toEqual(OURS);
      } finally {
        server.close();
        server.closeAllConnections();
        await serving.stop();
        rmSync(root, { recursive: true, force: true });
      }
    }, 60_000);
  },
);
