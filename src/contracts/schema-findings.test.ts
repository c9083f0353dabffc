import { describe, expect, it } from "vitest";
import {
  KEPT_ERRORS,
  validateEvent,
  validateProposal,
  validateStatePacket,
  validateTaskFile,
} from "./generated/validators.ts";
import type { Validator } from "./generated/validators.ts";
import { claim, contradiction, delta, event, packet, proposal, taskFile } from "./samples.suite.ts";
import { schemaFindings } from "./schema-findings.ts";

const found = (validate: Validator, value: unknown): string[] => {
  const errors = validate(value);
  expect(errors).not.toEqual([]);
  return schemaFindings("X", errors, value).map(({ pointer, message }) => `${pointer}: ${message}`);
};

const inPacket = (changes: Record<string, unknown>): string[] =>
  found(validateStatePacket, { ...packet(), ...changes });
const inProposal = (changes: Record<string, unknown>): string[] =>
  found(validateProposal, { ...proposal(), ...changes });
const inTask = (changes: Record<string, unknown>): string[] => found(validateTaskFile, { ...taskFile(), ...changes });

describe("what a schema says, in words", () => {
  it.each([
    [{ note: "x" }, '/note: a member "note" is not known here'],
    [{ "a/b": 1 }, '/a~1b: a member "a/b" is not known here'],
    [{ schema_version: "0.1" }, '/schema_version: expected "0.1.0", found "0.1"'],
    [{ phase: "START" }, '/phase: expected one of "BEGINNING", "MIDDLE", "END", found "START"'],
    [{ parent_id: 5 }, "/parent_id: expected string or null, found 5"],
    [{ depth: 0.5 }, "/depth: expected integer, found 0.5"],
    [{ depth: -1 }, "/depth: expected at least 0, found -1"],
    [{ objective: "" }, "/objective: expected at least 1 character, found 0"],
    [{ claims: {} }, "/claims: expected array, found an object of 0 members"],
    [{ claims: [claim({ confidence: 1.5 })] }, "/claims/0/confidence: expected at most 1, found 1.5"],
    [{ budget: [1, 2] }, "/budget: expected object, found a list of 2"],
    [{ coverage: null }, "/coverage: expected object, found null"],
    [{ objective: true }, "/objective: expected string, found true"],
    [{ task_id: undefined }, ': the member "task_id" is missing'],
  ])("of a packet with %j", (changes, message) => {
    expect(inPacket(changes)).toEqual([message]);
  });

  it.each([
    [{ based_on: "abc" }, '/based_on: expected 64 lower-case hexadecimal digits, found "abc"'],
    [
      { claims: Array.from({ length: 2001 }, () => claim()) },
      "/claims: expected at most 2000 elements, found a list of 2001",
    ],
    [{ task_id: "😀".repeat(513) }, "/task_id: expected at most 512 characters, found 513"],
    [
      { contradictions: [{ ...contradiction, between: [] }] },
      "/contradictions/0/between: expected at least 1 element, found a list of 0",
    ],
    [{ contents: [{ text: "", base64: "" }] }, "/contents/0: expected at most 1 member, found an object of 2 members"],
    [{ contents: [{}] }, "/contents/0: expected at least 1 member, found an object of 0 members"],
    [{ contents: [{ base64: "é" }] }, '/contents/0/base64: expected base64, found "é"'],
    [{ answer: { escalation: "e", hand_on: false } }, "/answer/hand_on: expected true, found false"],
  ])("of a proposal", (changes, message) => {
    expect(inProposal(changes)).toEqual([message]);
  });

  it("of a transition without its member, and of a member without its transition: no word of the condition", () => {
    expect(inProposal({ transition: "SPLIT" })).toEqual([': the member "split" is missing']);
    const halt = { outcome: "complete", reason: "", summary: "" };
    expect(inProposal({ halt })).toEqual(["/halt: this member does not belong here"]);
  });

  it("of an alternative: what is wrong in the one that was meant", () => {
    const deltas = (changes: Record<string, unknown>): string[] =>
      inProposal({ artifact_deltas: [{ ...delta, ...changes }] });
    expect(deltas({ before: "abc" })).toEqual([
      '/artifact_deltas/0/before: expected 64 lower-case hexadecimal digits, found "abc"',
    ]);
    expect(deltas({ before: 5 })).toEqual(["/artifact_deltas/0/before: expected string or null, found 5"]);
  });

  it("of a proposal within an event: what is wrong in it, not that it is not null", () => {
    const accepted = (value: unknown): unknown => ({
      ...event,
      kind: "proposal-accepted",
      payload: { invocation: "n", packet: "0".repeat(64), proposal: value },
    });
    expect(found(validateEvent, accepted({ ...proposal(), transition: "STOP" }))).toEqual([
      '/payload/proposal/transition: expected one of "EXECUTE", "SPLIT", "RESOLVE", "ESCALATE", "HALT", found "STOP"',
    ]);
    expect(found(validateEvent, accepted("x"))).toEqual(['/payload/proposal: expected object or null, found "x"']);
    expect(validateEvent(accepted(null))).toEqual([]);
    expect(validateEvent(accepted(proposal()))).toEqual([]);
  });

  it("of a choice between members", () => {
    const checks = (check: unknown): string[] =>
      inTask({ checks: { "all-known": check, untouched: { unchanged: ["*"] } } });
    expect(checks({ timeout_ms: 5 })).toEqual([
      '/checks/all-known: expected one of the members "command", "match", "absent", "json_schema", "unchanged", found none',
    ]);
    expect(checks({ command: ["a"], unchanged: ["b"] })).toEqual([
      '/checks/all-known: expected one alternative, found the members "command", "unchanged"',
    ]);
  });

  it("of names", () => {
    expect(inTask({ checks: { ...taskFile().checks, "a b": { command: ["x"] } } })).toEqual([
      '/checks/a b: "a b" is no name that may stand here',
    ]);
    expect(inTask({ task: "a b" })).toEqual(['/task: expected 1 to 64 letters, digits, - or _, found "a b"']);
  });

  it("shows the beginning of a long text, whole characters only", () => {
    const [line] = inPacket({ phase: "😀".repeat(100) });
    expect(line).toBe(`/phase: expected one of "BEGINNING", "MIDDLE", "END", found "${"😀".repeat(40)}"…`);
  });

  it("says everything at once, each thing once", () => {
    expect(
      inPacket({ schema_version: "1", claims: [claim({ confidence: 2 }), claim({ confidence: 3 })], x: 1, y: 2 }),
    ).toHaveLength(5);
    expect(found(validateStatePacket, null)).toEqual([": expected object, found null"]);
  });

  it("knows each keyword that the schemas use; another one is named as it is", () => {
    const other = [{ instancePath: "/a", keyword: "format", params: { format: "uri" } }];
    expect(schemaFindings("X", other, { a: 1 })).toEqual([
      { code: "X", level: "error", pointer: "/a", message: 'breaks "format" of the schema' },
    ]);
  });

  it("shows a pattern that has no name as it is", () => {
    const other = [{ instancePath: "", keyword: "pattern", params: { pattern: "^a+$" } }];
    expect(schemaFindings("X", other, "b")[0]?.message).toBe('expected text that matches ^a+$, found "b"');
  });
});

describe("the compiled validators", () => {
  it("keep few errors of many, in a time that grows with the document", () => {
    const claims = Array.from({ length: 100_000 }, () => ({}));
    const errors = validateProposal({ ...proposal(), claims });
    expect(errors.length).toBe(KEPT_ERRORS);
    const findings = schemaFindings("R-SCHEMA", errors, { claims });
    expect(findings.at(-1)?.message).toBe(`at least ${KEPT_ERRORS} things are wrong; there may be more`);
  });

  it("refuse an alternative that is wrong in more places than are kept", () => {
    const claims = Array.from({ length: 2 * KEPT_ERRORS }, () => ({}));
    const payload = { invocation: "n", packet: "0".repeat(64), proposal: { ...proposal(), claims } };
    expect(validateEvent({ ...event, kind: "proposal-accepted", payload })).not.toEqual([]);
  });

  it("look at own members only", () => {
    expect(validateStatePacket(Object.create(packet()))).not.toEqual([]);
  });
});
