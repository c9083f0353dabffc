import type { ModelMessage } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolsOf } from "../local/in-memory.suite.ts";
import type { ConversationTools } from "../executor.ts";
import { Conversation } from "./conversation.ts";
import type { Answer } from "./request.ts";

const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** Tools that deliver what is asked for, as far as their room goes. */
function toolsWith(room: number): ConversationTools & { deliver(wanted: number): string } {
  let left = room;
  return {
    ...toolsOf({}).conversing(),
    spend: (tokens) => {
      left = Math.max(0, left - Math.max(0, tokens));
    },
    left: () => left,
    deliver: (wanted) => {
      const tokens = Math.min(wanted, left);
      left -= tokens;
      return "x".repeat(tokens * 4);
    },
  };
}

function answerOf(text: string, inputs: readonly string[], thought: string): Answer {
  const calls = inputs.map((input, at) => ({ id: `${at}`, name: "read", input: JSON.stringify({ input }) }));
  const content = [
    { type: "reasoning" as const, text: thought },
    { type: "text" as const, text },
    ...calls.map((it) => ({
      type: "tool-call" as const,
      toolCallId: it.id,
      toolName: it.name,
      input: { input: it.input },
    })),
  ];
  const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null };
  return { text, calls, end: "stop", messages: [{ role: "assistant", content }], usage };
}

/** Tokens of everything in messages, counted apart from how the conversation counts them. */
function sentTokens(messages: readonly ModelMessage[]): number {
  const texts = messages.flatMap(({ content }) => {
    if (typeof content === "string") return [content];
    return content.flatMap((part) => {
      if (part.type === "text" || part.type === "reasoning") return [part.text];
      if (part.type === "tool-call") return [JSON.stringify(part.input)];
      return part.type === "tool-result" && part.output.type === "text" ? [part.output.value] : [];
    });
  });
  return texts.reduce((sum, it) => sum + countTokens(it), 0);
}

const turn = fc.record({
  text: fc.nat(6000),
  inputs: fc.array(fc.nat(3000), { maxLength: 4 }),
  wanted: fc.nat(4000),
  frame: fc.nat(30),
});

describe("a conversation", () => {
  it("that says there is something left is never larger than its limit, whatever is said and read", () => {
    fc.assert(
      fc.property(fc.integer({ min: 600, max: 8000 }), fc.array(turn, { maxLength: 12 }), (limitTokens, turns) => {
        const tools = toolsWith(limitTokens);
        const conversation = new Conversation({
          instructions: "i".repeat(400),
          task: "t".repeat(400),
          besideTokens: 50,
          limitTokens,
          tools,
          countTokens,
        });
        for (const { text, inputs, wanted, frame } of turns) {
          if (conversation.left < 0) break;
          const answer = answerOf(
            "s".repeat(text),
            inputs.map((it) => "i".repeat(it)),
            "a thought",
          );
          conversation.answered(answer);
          const before = tools.left();
          const results = answer.calls.map((call) => ({ call, text: tools.deliver(wanted) + "f".repeat(frame) }));
          if (results.length > 0) conversation.called(results, before - tools.left());
          else conversation.told("go on");
          if (conversation.left < 0) break;
          expect(100 + 100 + 50 + sentTokens(conversation.messages.slice(1))).toBeLessThanOrEqual(limitTokens);
          expect(tools.left()).toBeLessThanOrEqual(conversation.left);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keeps a call and what came of it where an answer is too long to be sent again", () => {
    const tools = toolsWith(1000);
    const conversation = new Conversation({
      instructions: "",
      task: "",
      besideTokens: 0,
      limitTokens: 1000,
      tools,
      countTokens,
    });
    conversation.answered(answerOf("s".repeat(9000), ["i".repeat(9000)], "thought"));
    const sent = JSON.stringify(conversation.messages);
    expect(sent).toContain('"toolName":"read"');
    expect(sent.length).toBeLessThan(1000);
    expect(conversation.left).toBeGreaterThan(800);
  });

  it("sends thoughts again only where they are signed", () => {
    const tools = toolsWith(1000);
    const conversation = new Conversation({
      instructions: "",
      task: "",
      besideTokens: 0,
      limitTokens: 1000,
      tools,
      countTokens,
    });
    const signed = { type: "reasoning" as const, text: "signed", providerOptions: { anthropic: { signature: "x" } } };
    const answer = answerOf("said", [], "unsigned");
    conversation.answered({ ...answer, messages: [{ role: "assistant", content: [signed] }, ...answer.messages] });
    expect(JSON.stringify(conversation.messages)).toContain('"signed"');
    expect(JSON.stringify(conversation.messages)).not.toContain("unsigned");
  });
});
