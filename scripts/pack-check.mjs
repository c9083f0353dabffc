/**
 * Tries the package as its users get it: packs it, lints the tarball, installs it in an empty folder without the
 * development packages, and uses its command, its entries and its types from there.
 *
 * Usage: npm run pack:check      (needs a network or a filled npm cache, for the production packages)
 */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { projectRoot, say, seconds, SetupError } from "./console.mjs";

const LIMIT_MS = 5 * 60_000;
/** What must not be in the tarball: sources of tests, caches, the stamp of the build, anything that is not meant. */
const UNWANTED = [
  /\.test\./,
  /\.suite\./,
  /(^|\/)\.stamp$/,
  /^src\//,
  /^test\//,
  /^scripts\//,
  /node_modules/,
  /\.tmp\//,
];
const WANTED = [
  "package.json",
  "LICENSE",
  "README.md",
  "dist/index.js",
  "dist/index.d.ts",
  "dist/cli/main.js",
  "verifier/verify.mjs",
];
const SIZE_LIMIT_BYTES = 5 * 1024 * 1024;

const manifest = JSON.parse(fs.readFileSync(path.join(projectRoot, "package.json"), "utf8"));
const npmCli = process.env.npm_execpath;

/** Runs a program in a folder; throws SetupError with its output when it fails. Returns its stdout. */
function run(cwd, file, ...args) {
  try {
    return execFileSync(file, args, { cwd, encoding: "utf8", timeout: LIMIT_MS, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new SetupError(`${[path.basename(file), ...args].join(" ")}\n${error.stdout}${error.stderr}${error.message}`);
  }
}

function npm(cwd, ...args) {
  if (npmCli === undefined) throw new SetupError("Run this as `npm run pack:check`.");
  return run(cwd, process.execPath, npmCli, ...args);
}

/** Packs into `folder`. Returns the tarball's path after judging its list of files. */
function pack(folder) {
  const [packed] = JSON.parse(npm(projectRoot, "pack", "--json", "--silent", `--pack-destination=${folder}`));
  const files = packed.files.map((file) => file.path);
  const unwanted = files.filter((file) => UNWANTED.some((pattern) => pattern.test(file)));
  const absent = WANTED.filter((file) => !files.includes(file));
  if (unwanted.length > 0) throw new SetupError(`in the package, and should not be: ${unwanted.join(", ")}`);
  if (absent.length > 0) throw new SetupError(`not in the package: ${absent.join(", ")}`);
  if (packed.size > SIZE_LIMIT_BYTES) throw new SetupError(`the package has ${packed.size} bytes`);
  say(`packed: ${files.length} files, ${(packed.size / 1024).toFixed(0)} KiB`);
  return path.join(folder, packed.filename);
}

async function lint(tarball) {
  const bytes = fs.readFileSync(tarball);
  const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: content }, strict: true });
  const told = messages.map((message) => formatMessage(message, pkg, { color: false }));
  if (told.length > 0) throw new SetupError(`publint:\n${told.join("\n")}`);
  say("publint has nothing to say");
}

/** Installs the tarball as a user does. Returns the folder. */
function install(folder, tarball) {
  const started = Date.now();
  const user = path.join(folder, "user");
  fs.mkdirSync(user);
  fs.writeFileSync(path.join(user, "package.json"), '{ "name": "user", "private": true, "type": "module" }\n');
  npm(user, "install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", tarball);
  say(`installed in ${seconds(Date.now() - started)}`);
  return user;
}

function useCommand(user) {
  const version = run(user, path.join(user, "node_modules", ".bin", "cairn"), "--version").trim();
  if (version !== manifest.version) throw new SetupError(`cairn --version printed ${version}`);
  say(`cairn --version: ${version}`);
}

/** Every entry of the `exports` map can be imported, has exports and has types that hold without skipLibCheck. */
function useEntries(user) {
  const entries = Object.keys(manifest.exports).filter((entry) => !entry.includes("*"));
  const names = entries.map((entry) => path.posix.join(manifest.name, entry));
  const imports = names.map((name, index) => `import * as entry${index} from "${name}";`);
  const counts = names.map((_name, index) => `Object.keys(entry${index}).length`);
  const schema = `import packet from "${manifest.name}/schemas/rtin-state-packet.schema.json" with { type: "json" };`;
  const program = [...imports, schema, `console.log(JSON.stringify([${counts.join(", ")}, packet.title]));`].join("\n");
  fs.writeFileSync(path.join(user, "use.mts"), program);
  fs.writeFileSync(path.join(user, "use.mjs"), program);
  const printed = JSON.parse(run(user, process.execPath, "--no-warnings", "use.mjs"));
  if (printed.includes(0))
    throw new SetupError(`an entry exports nothing: ${names.join(", ")} → ${printed.join(", ")}`);
  const tsc = path.join(projectRoot, "node_modules", "typescript", "bin", "tsc");
  const options = "--noEmit --strict --module nodenext --target es2023 --resolveJsonModule --types node".split(" ");
  fs.symlinkSync(path.join(projectRoot, "node_modules", "@types"), path.join(user, "node_modules", "@types"), "dir");
  run(user, process.execPath, tsc, ...options, "use.mts");
  say(`entries work, with types: ${names.join(", ")}`);
}

const folder = fs.mkdtempSync(path.join(tmpdir(), "cairn-pack-"));
try {
  const tarball = pack(folder);
  await lint(tarball);
  const user = install(folder, tarball);
  useCommand(user);
  useEntries(user);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
