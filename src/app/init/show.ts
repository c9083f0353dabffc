/** A change of a file, for people: what the command line prints before anything is written. */
import { createTwoFilesPatch } from "diff";
import type { FileChange } from "./init.ts";

/** The difference in unified form, lines without their ends. */
export function differenceOf({ path, before, after }: FileChange): readonly string[] {
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : path,
    after === null ? "/dev/null" : path,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } },
  );
  return patch.trimEnd().split("\n");
}
