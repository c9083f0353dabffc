import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { cairn } from "../../../src/cli/fake-io.suite.ts";
import { ask, makePlace } from "./place.ts";

const { root, store, on, scripted } = makePlace();
let run = "";
const copyAs = (name: string): string => {
  cpSync(store, join(root, name), { recursive: true });
  return join(root, name);
};

beforeAll(async () => {
  const harness = await scripted(ask);
  run = harness.run;
  harness.dispose();
  copyAs("older");
  (await scripted(ask)).dispose();
});

describe("cairn repair", () => {
  it("says of a store that is whole that all of it can be saved, and saves it where no store is yet", async () => {
    expect(await on("repair")).toMatchObject({ code: 0, stdout: "✓ 2 runs whole can be saved\n" });
    const to = join(root, "saved");
    expect((await on(`repair --to ${to}`)).stdout).toContain(`saved into ${to}`);
    expect(await cairn(["verify", run, "--store", to])).toMatchObject({ code: 0 });
    expect(await on(`repair --to ${to}`)).toMatchObject({ code: 2, stderr: expect.stringContaining("already") });
    expect(await on(`repair --to ${to} --accept`)).toMatchObject({ code: 2 });
    expect(await on("repair --accept")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to accept"),
    });
    expect(await cairn(["repair", "--accept", "--store", join(root, "none")])).toMatchObject({ code: 2 });
  });

  it("names what cannot be saved, ends with 1, and leaves the damaged store as it is", async () => {
    const damaged = copyAs("damaged");
    const file = join(damaged, "cairn.db");
    const database = new DatabaseSync(file);
    database.exec("UPDATE events SET hash = zeroblob(32) WHERE run = 1 AND seq = 2");
    database.close();
    const before = readFileSync(file);
    const { code, stdout } = await cairn(["repair", "--store", damaged]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${run} events 1 to 1 of `)]);
    expect(stdout).toContain("event 2");
    expect(stdout).toContain("cairn repair --to FOLDER");
    const { runs } = JSON.parse((await cairn(["repair", "--store", damaged, "--json"])).stdout) as { runs: unknown[] };
    expect(runs).toMatchObject([{ run, events: 1 }, { loss: null }]);
    expect(readFileSync(file)).toEqual(before);
  });

  it("takes an older copy that was put back as it is, once somebody says so", async () => {
    const older = join(root, "older");
    copyFileSync(join(store, "cairn.db-head"), join(older, "cairn.db-head"));
    const at = (line: string): ReturnType<typeof cairn> => cairn([...line.split(" "), "--store", older]);
    expect(await at(`fork ${run} --at 1`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cairn repair --accept"),
    });
    expect(await at("repair")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("lacks what was acknowledged"),
    });
    expect(await at(`verify ${run}`)).toMatchObject({ code: 1 });
    expect(await at("doctor")).toMatchObject({ stdout: expect.stringContaining("witness") });
    expect((await at("repair --accept --json")).stdout).toContain('"accepted": "event ');
    expect(await at(`verify ${run}`)).toMatchObject({ code: 0 });
    expect(await at("repair")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/accepted at .*, without: event /),
    });
    writeFileSync(join(older, "cairn.db-accepted.jsonl"), "nonsense\n1\n");
    expect(await at("repair")).toMatchObject({ code: 0, stdout: expect.not.stringContaining("accepted") });
    expect(await at(`fork ${run} --at 1`)).toMatchObject({ code: 0 });
  });
});
