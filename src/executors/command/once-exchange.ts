/** The protocol `once`: one JSON document on standard input, which is then closed, and one JSON object on standard output. */
import { answerIn } from "./answer.ts";
import { Child, failed } from "./child.ts";
import type { Exchange } from "./exchange.ts";

/** Returns what the command printed: the object in it, else the text. Errors: as `Child.ended`; `executor-failed` for silence. */
export async function exchangeOnce({ document, resultMember, ...request }: Exchange): Promise<unknown> {
  const text = await printed(request, `${JSON.stringify(document)}\n`);
  return answerIn(text, resultMember === "proposal" ? "transition" : "results");
}

/** Gives a text to a command and returns all that it printed. Errors: as `exchangeOnce`. */
async function printed(request: Omit<Exchange, "document" | "resultMember">, input: string): Promise<string> {
  const pieces: string[] = [];
  const child = new Child({ ...request, onText: (text) => pieces.push(text) });
  child.write(input);
  child.endInput();
  await child.ended;
  const text = pieces.join("");
  if (text.trim() === "") throw failed("printed nothing", child.errorText());
  return text;
}
