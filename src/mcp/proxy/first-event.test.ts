import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FirstEvent } from "./first-event.ts";

const PLACE = { target: new URL("https://server.example/sse"), prefix: "/TOKEN" };

/** What comes out for bytes that come in pieces of these lengths. */
function through(bytes: Buffer, lengths: readonly number[]): Promise<Buffer> {
  const stream = new FirstEvent(PLACE);
  const out = buffer(stream);
  let from = 0;
  for (const length of lengths) {
    stream.write(bytes.subarray(from, from + length));
    from += length;
  }
  stream.end(bytes.subarray(from));
  return out;
}

const PIECE = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\n\n", "data: x\n", "data: y\n\n", "event: message\n", ": \n\n", "id: 1\r\n"),
  fc.string({ unit: "binary", maxLength: 10 }),
);

describe("the first event of a stream", () => {
  it("passes byte for byte in whatever pieces it comes, where it says no address", async () => {
    const property = fc.asyncProperty(fc.array(PIECE), fc.array(fc.nat(9)), async (pieces, lengths) => {
      const bytes = Buffer.from(pieces.join(""));
      expect((await through(bytes, lengths)).equals(bytes)).toBe(true);
    });
    await fc.assert(property);
  });

  it("says an address on the proxy in whatever pieces it comes, and all else stays", async () => {
    const property = fc.asyncProperty(fc.array(fc.nat(9)), fc.constantFrom("\n", "\r\n"), async (lengths, end) => {
      const text = (address: string): Buffer =>
        Buffer.from([": é", "", "event: endpoint", `data: ${address}`, "", "data: é", "", ""].join(end));
      const out = await through(text("/messages?s=1"), lengths);
      expect(out.toString()).toBe(text("/TOKEN/messages?s=1").toString());
    });
    await fc.assert(property);
  });

  it.each([
    ["/messages", "/TOKEN/messages"],
    ["messages?a=b", "/TOKEN/messages?a=b"],
    ["https://server.example/m#x", "/TOKEN/m#x"],
    ["https://elsewhere.example/m", "https://elsewhere.example/m"],
    ["http://[", "http://["],
  ])("makes %s %s", async (address, placed) => {
    const out = await through(Buffer.from(`event: endpoint\ndata: ${address}\n\n`), []);
    expect(out.toString()).toBe(`event: endpoint\ndata: ${placed}\n\n`);
  });
});
