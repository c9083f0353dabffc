/**
 * The protocol's own suite against a server of all that it asks for, directly and through the proxy at the same time: the
 * proxy must not change what any check finds, in either era of the protocol.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureDist } from "../cli/built.ts";
import { startProxy, type RunningProxy } from "./proxying.ts";
import { startSuiteServer, type SuiteServer } from "./suite-server.ts";
import { findSuite, runSuite, type Check } from "./suite.ts";

/** Extensions that the server has not, and headers for inputs that it does not declare. */
const NOT_REQUIRED = /^(tasks-|http-custom-header-server-validation )/;
/** These many must pass, so that nothing counts as passed that was not run. */
const REQUIRED = { "2025-11-25": 84, "2026-07-28": 140 } as const;

const suite = findSuite();

describe.skipIf(suite === null)(
  "the conformance suite through the proxy (passed over where it or a Node 22 is missing)",
  () => {
    let root = "";
    let server: SuiteServer;
    let proxy: RunningProxy;
    beforeAll(async () => {
      ensureDist();
      root = mkdtempSync(join(tmpdir(), "cairn-proxied-"));
      server = await startSuiteServer();
      proxy = await startProxy(root, ["--url", server.url, "--no-import"]);
    }, 120_000);
    afterAll(async () => {
      await proxy.stop();
      server.close();
      rmSync(root, { recursive: true, force: true });
    });

    it.each(Object.entries(REQUIRED))(
      "finds through the proxy what it finds directly, of revision %s",
      async (revision, count) => {
        const check = async (name: string, url: string): Promise<string[]> => {
          const folder = join(root, revision, name);
          mkdirSync(folder, { recursive: true });
          const checks = suite ? await runSuite(suite, folder, ["--url", url, "--requirements", revision]) : [];
          return checks.map(shown).toSorted();
        };
        const [direct, through] = await Promise.all([
          check("direct", server.url),
          check("through", proxy.urlWithToken),
        ]);
        expect(through).toEqual(direct);
        const required = through.filter((it) => !NOT_REQUIRED.test(it));
        expect(required.filter((it) => it.endsWith(" FAILURE"))).toEqual([]);
        expect(required.filter((it) => it.endsWith(" SUCCESS"))).toHaveLength(count);
      },
      60_000,
    );

    it("left a record of it, and nothing on standard output or standard error", () => {
      const log = readFileSync(proxy.log(), "utf8");
      for (const method of [
        "tools/call",
        "resources/read",
        "prompts/get",
        "sampling/createMessage",
        "elicitation/create",
      ])
        expect(log).toContain(`"method":"${method}"`);
      expect(log).not.toContain(proxy.token);
      expect(proxy.said()).toBe("");
    });
  },
);

function shown({ scenario, id, status }: Check): string {
  return `${scenario} ${id} ${status}`;
}
