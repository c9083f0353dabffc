/** Which files of the workspace a tool looks at: a folder or a file by its name, or globs. */
import { RuntimeFailure } from "../../errors.ts";

/** The globs of everything below a folder that is named literally; the root is `""`. Errors: `workspace-unreadable` for what leads out. */
export function folderGlobs(folder: string): readonly string[] {
  if (folder === "") return ["**"];
  if (folder.startsWith("/") || folder.split("/").includes(".."))
    throw new RuntimeFailure("workspace-unreadable", `${JSON.stringify(folder)} leads out of the workspace`, {
      details: { path: folder, reason: "escape" },
    });
  return [`${escaped(folder)}/**`];
}

/** Globs as a person or a model writes them: `src` and `src/` stand for what is below, and for a file of that name. */
export function searchGlobs(paths: readonly string[] | undefined): readonly string[] {
  if (!paths || paths.length === 0) return ["**"];
  return paths.flatMap((path) => {
    const plain = path.replace(/^(?:\.\/)+|\/+$/g, "");
    if (plain === "" || plain === ".") return ["**"];
    return /[*?[{]/.test(plain) ? [plain] : [plain, `${plain}/**`];
  });
}

function escaped(folder: string): string {
  return folder.replace(/[\\*?[\]{}!,]/g, String.raw`\$&`);
}
