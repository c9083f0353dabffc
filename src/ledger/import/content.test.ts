import { describe, expect, it } from "vitest";
import { contentOf, encodedMedia, joinedText } from "./content.ts";

const png = Buffer.from("pixels").toString("base64");

describe("content", () => {
  it("is the text of a text, a block, a list of both", () => {
    for (const value of [
      "a\nb",
      { type: "text", text: "a\nb" },
      [{ type: "text", text: "a\nb" }],
      ["a", { type: "output_text", text: "b" }],
    ]) {
      expect(contentOf(value)).toEqual({ text: "a\nb", media: {}, mediaParts: [] });
    }
    expect(
      [null, undefined, 5, [], [null, 5], {}, { type: "unheard-of" }].map((value) => contentOf(value).text),
    ).toEqual(["", "", "", "", "", "", ""]);
  });

  it.each([
    [{ type: "tool_reference", tool_name: "CronCreate" }, "CronCreate"],
    [{ type: "resource", resource: { uri: "file:///a", text: "body" } }, "body"],
    [{ type: "resource_link", uri: "file:///a" }, "file:///a"],
    [{ type: "document", source: { type: "text", data: "plain" } }, "plain"],
    [{ type: "refusal", refusal: "no" }, "no"],
  ])("of %j is text", (block, text) => {
    expect(contentOf([block, { type: "text", text: "x" }]).text).toBe(`${text}\nx`);
  });

  it.each([
    [{ type: "image", source: { type: "base64", media_type: "image/png", data: png } }, "image/png", 6],
    [{ type: "image", data: png, mimeType: "image/WebP" }, "image/webp", 6],
    [{ type: "audio", data: png, mimeType: "audio/wav" }, "audio/wav", 6],
    [{ type: "input_image", image_url: `data:image/jpeg;base64,${png}` }, "image/jpeg", 6],
    [{ type: "image_url", image_url: { url: `data:image/gif;base64,${png}` } }, "image/gif", 6],
    [{ type: "input_image", image_url: "https://example.org/x.png" }, "image/*", 0],
    [{ type: "document", source: { type: "base64", media_type: "application/pdf", data: png } }, "application/pdf", 6],
    [{ type: "resource", resource: { uri: "x:y", blob: png, mimeType: "application/zip" } }, "application/zip", 6],
    [{ type: "image", source: { type: "base64", media_type: "__proto__", data: png } }, "application/octet-stream", 6],
  ])("of %j is no text, and has a type and a size", (block, type, bytes) => {
    const content = contentOf([block]);
    expect(content).toMatchObject({ text: "", media: { [type]: 1 }, mediaParts: [{ type, bytes }] });
    expect(JSON.stringify(content)).not.toContain(png);
  });

  it("counts all parts and keeps the first ones", () => {
    const block = { type: "image", source: { media_type: "image/png", data: png } };
    const content = contentOf(Array.from({ length: 100 }, () => block));
    expect(content.media).toEqual({ "image/png": 100 });
    expect(content.mediaParts).toHaveLength(64);
  });

  it("tells equal data by its hash, and the size without the padding", () => {
    for (const text of ["", "a", "ab", "abc", "abcd"])
      expect(encodedMedia("x/y", Buffer.from(text).toString("base64")).bytes).toBe(text.length);
    expect(encodedMedia("x/y", png).sha256).toBe(encodedMedia("x/z", png).sha256);
    expect(encodedMedia("x/y", png).sha256).not.toBe(encodedMedia("x/y", `${png}=`).sha256);
  });

  it("joins texts of a list", () => {
    expect([joinedText("a"), joinedText([{ type: "text", text: "a" }, "b"]), joinedText(null)]).toEqual([
      "a",
      "a\nb",
      "",
    ]);
  });
});
