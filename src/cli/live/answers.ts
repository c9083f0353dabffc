/** Answers of models while they come in: how much of them there is, and their last words. */
import type { AnswerPiece } from "../../app.ts";
import { grouped } from "../print/numbers.ts";

/** Characters of the newest words that are shown. */
const TAIL_LENGTH = 160;
/** Characters that make a token, about: the exact count comes with the end of the answer. */
const TOKEN_LENGTH = 4;

export class Answers {
  private length = 0;
  private model = "";
  private tail = "";

  /** Takes a piece as it comes in. Several answers may come in at once: the newest words are shown. */
  hear({ model, text }: AnswerPiece): void {
    this.length += text.length;
    this.tail = model === this.model ? `${this.tail}${text}`.slice(-TAIL_LENGTH) : text.slice(-TAIL_LENGTH);
    this.model = model;
  }

  /** One line of what was heard, or null where nothing was. What it quotes is a model's: it is made harmless when it is put out. */
  line(columns: number): string | null {
    if (this.length === 0) return null;
    const head = `${this.model}: about ${grouped(Math.ceil(this.length / TOKEN_LENGTH))} tokens of answers`;
    const words = this.tail.replace(/[\s\p{Cc}]+/gu, " ").trim();
    const room = Math.max(0, columns - head.length - 8);
    return room < 10 ? head : `${head}  …${words.slice(-room)}`;
  }
}
