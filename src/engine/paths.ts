/**
 * Paths that a delta may name: what is safe on every system, and what no proposal touches (§3.5; decisions 0008: F7, F66; 0011).
 */

const MAXIMUM_PATH_BYTES = 1024;
const RESERVED_NAMES = /^(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(\.|$)/;

/** Names that decide what runs or who may do what: no delta touches them (F7; authority runtime). As `foldName` gives them. */
const PROTECTED_NAMES = new Set([
  ".git",
  ".gitattributes",
  ".gitmodules",
  ".gitconfig",
  ".githooks",
  ".husky",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
  ".cairn",
  ".claude",
  ".claude.json",
  "claude.md",
  "claude.local.md",
  ".codex",
  "agents.md",
  "agents.override.md",
  ".agents",
  ".gemini",
  "gemini.md",
  ".pi",
  ".cursor",
  ".cursorrules",
  ".cursorignore",
  ".windsurf",
  ".windsurfrules",
  ".clinerules",
  ".roo",
  ".roorules",
  ".continue",
  ".kiro",
  ".goosehints",
  ".opencode",
  "opencode.json",
  "opencode.jsonc",
  ".amazonq",
  ".junie",
  ".copilot",
  "copilot-instructions.md",
  ".mcp.json",
  "mcp.json",
  ".mcp",
  ".vscode",
  ".idea",
  ".zed",
  ".fleet",
  ".devcontainer",
  ".devcontainer.json",
  ".direnv",
  ".ssh",
  ".netrc",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
]);
/** Secrets of an environment, and settings of the agents that name all their files alike. */
const PROTECTED_PREFIXES = [".env", ".aider"];

/** Letters of other scripts that look like one of these: a name that reads like a protected one counts as it. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["a", "аαɑ"],
    ["b", "ƅ"],
    ["c", "сϲ"],
    ["d", "ԁɗ"],
    ["e", "еҽ"],
    ["g", "ɡց"],
    ["h", "һհ"],
    ["i", "іιı"],
    ["j", "јϳ"],
    ["k", "кκ"],
    ["l", "ӏ"],
    ["m", "м"],
    ["n", "ոη"],
    ["o", "оοօ"],
    ["p", "рρ"],
    ["r", "г"],
    ["s", "ѕ"],
    ["t", "тτ"],
    ["u", "սυ"],
    ["v", "ѵν"],
    ["w", "ԝω"],
    ["x", "хχ"],
    ["y", "уү"],
    [".", "․。"],
  ].flatMap(([plain = "", others = ""]) => Array.from(others, (it) => [it, plain])),
);

/** The name as file systems see it that ignore letter case, compatibility forms and invisible characters. */
export function foldName(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "")
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}

/** Why a path may not name a file of the workspace, or null. Source: R-DELTA. */
export function unsafePath(path: string): string | null {
  if (!path.isWellFormed()) return "not well-formed Unicode";
  if (path !== path.normalize("NFC")) return "not in Unicode form NFC";
  if (new TextEncoder().encode(path).length > MAXIMUM_PATH_BYTES) return `longer than ${MAXIMUM_PATH_BYTES} bytes`;
  if (/[\p{Cc}\\:]/u.test(path)) return "holds a control character, a backslash or a colon";
  if (/[\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u.test(path))
    return "holds an invisible or a formatting character";
  const segments = path.split("/");
  if (segments.some((it) => it === "" || it === "." || it === ".."))
    return "leads out of the workspace or is not in its simplest form";
  if (segments.some((it) => /[. ]$/.test(foldName(it)))) return "a name ends in a dot or a space";
  if (segments.some((it) => /[/\\:]|^\.{1,2}$/.test(foldName(it))))
    return "a name is read as another path on some systems";
  if (segments.some((it) => RESERVED_NAMES.test(foldName(it)))) return "a name is reserved on some systems";
  return segments.some((it) => /~\d+(\.|$)/.test(foldName(it)))
    ? "a name is a short form of another on some systems"
    : null;
}

/** True where a segment of the path is, or reads like, a name that no proposal touches. Source: R-PROHIBITED; F7. */
export function isProtected(path: string): boolean {
  return path.split("/").some((segment) => {
    const folded = foldName(segment);
    return [folded, Array.from(folded, (it) => LOOKALIKES[it] ?? it).join("")].some(isProtectedName);
  });
}

function isProtectedName(name: string): boolean {
  const bare = name.replace(/[. ]+$/, "");
  if (PROTECTED_NAMES.has(bare) || /^git~\d+$/.test(bare)) return true;
  return PROTECTED_PREFIXES.some((it) => bare.startsWith(it));
}
