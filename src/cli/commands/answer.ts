/** `cairn answer`. Exit codes: 0 the answer waits for the run · 1 the question is not open, or this is no answer to it · 2. */
import type { Cairn, RunInfo, RunResult } from "../../app.ts";
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type StoreOption,
} from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { sayWhoGoesOn } from "../mail.ts";
import { printLines } from "../print/print.ts";
import { questionLines } from "../print/result.ts";
import { moment } from "../print/runs.ts";
import { withRun } from "../with-cairn.ts";

export const defineAnswer: DefineCommand = (command, { io, action }) => {
  withStore(
    command
      .argument(RUN_ARGUMENT, RUN_DESCRIPTION)
      .argument("<escalation>", "id of the question, as `cairn status` shows it")
      .argument("<text...>", "the answer; one of the options where the question has some"),
  ).action(
    action((...[run, escalation, words, options]: [string, string, string[], StoreOption]) =>
      withRun(io, { ...options, run, mode: "write" }, (cairn, info) =>
        answer(io, { cairn, info }, { escalation, text: words.join(" ") }),
      ),
    ),
  );
  withExamples(command, [
    ["approve what a requirement needs a person for", "answer last licences/e1 approve"],
    ["answer in words", "answer last t.2/e1 Use the text of the LICENSE file"],
  ]);
};

type Question = RunResult["questions"][number];

async function answer(
  io: Io,
  { cairn, info }: { readonly cairn: Cairn; readonly info: RunInfo },
  given: { readonly escalation: string; readonly text: string },
): Promise<ExitCode> {
  const questions = cairn.questions(info.id);
  const question = questions.find((it) => it.escalation === given.escalation);
  if (!question) {
    const rest =
      questions.length === 0
        ? ["no question of this run waits for a person"]
        : [...questionLines({ run: info.id, questions })];
    await printLines(io.err, [
      `cairn: ${given.escalation} is not an open question for a person in run ${info.id}`,
      ...rest,
    ]);
    return EXIT.no;
  }
  const text = legalAnswer(question, given.text);
  if (text === null) {
    await printLines(io.err, [
      `cairn: ${JSON.stringify(given.text)} is no answer to this question`,
      ...questionLines({ run: info.id, questions: [question] }),
    ]);
    return EXIT.no;
  }
  const first = await cairn.answer(info.id, question.escalation, text);
  if (first !== null) {
    await printLines(io.err, [
      `cairn: ${question.escalation} was answered already, at ${moment(first.at)} UTC: ${first.text}`,
      `  the first answer counts; go on with cairn resume ${info.id}`,
    ]);
    return EXIT.no;
  }
  await sayWhoGoesOn(io, cairn, { run: info.id, what: "the answer" });
  return EXIT.done;
}

/** The option that was meant, whatever its letters' case; any text that is not blank where there are none. */
function legalAnswer({ options }: Question, text: string): string | null {
  const given = text.trim();
  if (given === "") return null;
  if (options.length === 0) return given;
  return options.find((it) => it === given) ?? options.find((it) => it.toLowerCase() === given.toLowerCase()) ?? null;
}
