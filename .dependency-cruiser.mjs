/**
 * The allowed arrows between the folders of `src/`, a rule an arrow, each with its reason (docs/architecture.md).
 * `test/architecture/` checks that every rule here bites, and that all of `src/` was read.
 */

/** Files that are tests: they may reach into their own layer and use development packages. */
const TESTS = "\\.(test|suite)\\.ts$";
const LAYERS = "contracts|engine|sqlite|ledger|ai-sdk|executors|runtime|cli|mcp|hooks|http";
const SHELLS = "cli|mcp|hooks";

/** Folders that hold one way to fill a port. Only the composition root names them. */
const ADAPTERS = "^src/(ledger/sqlite|runtime/(sqlite|restate)|executors/(local|command|model|person|replay))/";

/** Packages that compute and do nothing else: no clock, no randomness, no input or output. */
const PURE_PACKAGES =
  "node_modules/(@noble/hashes|canonicalize|immutable|jsonc-parser|picomatch|yaml|re2js|@types/picomatch)/";

/** The arrows of one layer: it may import itself, what is named, and nothing else of `src/`. */
function arrows(layer, allowed, comment) {
  return {
    name: `${layer}-arrows`,
    comment,
    severity: "error",
    from: { path: `^src/${layer}/` },
    to: { path: "^src/", pathNot: [`^src/${layer}/`, ...allowed] },
  };
}

const forbidden = [
  arrows("contracts", [], "Contracts say what a document is; whoever wants only that must get nothing else with it."),
  arrows(
    "engine",
    ["^src/contracts/"],
    "The engine is a pure function of packets and events: what it needs to know comes in as contract values.",
  ),
  arrows(
    "sqlite",
    ["^src/(errors|folders)\\.ts$"],
    "How SQLite is opened and asked, for every file of ours alike: it knows nothing of what any of them holds.",
  ),
  {
    name: "sqlite-for-adapters",
    comment:
      "A port is used without knowing that there is SQLite behind it: only the adapters in sqlite/ folders know.",
    severity: "error",
    from: { path: "^src/", pathNot: ["^src/sqlite/", "^src/[^/]+/sqlite/", TESTS] },
    to: { path: "^src/sqlite/" },
  },
  arrows(
    "ledger",
    ["^src/(contracts|sqlite)/", "^src/(errors|folders)\\.ts$"],
    "The ledger records what entered a context; it must work (audit) without an engine or a runtime.",
  ),
  arrows(
    "ai-sdk",
    ["^src/(ledger|contracts)/", "^src/(errors|folders)\\.ts$"],
    "What records for programs that call models themselves needs the ledger, and neither engine, runtime nor shell.",
  ),
  arrows(
    "executors",
    ["^src/contracts/", "^src/(errors|folders)\\.ts$"],
    "An executor is a stranger: it gets an invocation and returns a proposal, and knows nothing of who runs it.",
  ),
  arrows(
    "runtime",
    ["^src/(contracts|engine|sqlite|ledger|executors)/", "^src/(errors|folders)\\.ts$"],
    "The runtime carries out effects; shells call it, it calls no shell and never picks its own adapters.",
  ),
  arrows(
    "http",
    ["^src/(errors|folders)\\.ts$"],
    "Who may call a port and what it takes is the same whatever is behind it, so it knows nothing of what is.",
  ),
  {
    name: "shells-use-app",
    comment:
      "A shell parses, calls and prints. What it calls is app.ts; logic in a shell cannot be reached by the others.",
    severity: "error",
    from: { path: `^src/(${SHELLS})/`, pathNot: [TESTS] },
    to: {
      path: "^src/",
      // The command line starts the others, by their index; http guards the ports of all.
      pathNot: [
        "^src/$1/",
        "^src/(app|errors|folders)\\.ts$",
        "^src/contracts/",
        "^src/http/index\\.ts$",
        `^src/(${SHELLS})/index\\.ts$`,
      ],
    },
  },
  {
    name: "shells-started-by-cli",
    comment: "Only the command line starts another shell: they know nothing of each other.",
    severity: "error",
    from: { path: "^src/(mcp|hooks)/", pathNot: [TESTS] },
    to: { path: `^src/(${SHELLS})/`, pathNot: ["^src/$1/"] },
  },
  {
    name: "app-knows-no-shell",
    comment:
      "The composition root and the public surface are below the shells: otherwise a library user gets the command.",
    severity: "error",
    from: { path: "^src/(app/|(app|index)\\.ts$)" },
    to: { path: `^src/(${SHELLS}|http)/` },
  },
  {
    name: "errors-stand-alone",
    comment: "errors.ts is the closed list that everybody may import, so it imports nothing.",
    severity: "error",
    from: { path: "^src/errors\\.ts$" },
    to: {},
  },
  {
    name: "folders-stand-alone",
    comment: "Everybody may import folders.ts, so it imports nothing of ours.",
    severity: "error",
    from: { path: "^src/folders\\.ts$" },
    to: { path: "^src/" },
  },
  {
    name: "index-only",
    comment: "From outside a layer only its index.ts may be imported: what is not there is free to change.",
    severity: "error",
    from: { path: "^src/([^/]+)" },
    to: { path: `^src/(${LAYERS})/`, pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$", ADAPTERS] },
  },
  {
    name: "adapters-only-in-app",
    comment:
      "Concrete adapters are picked in app.ts and its parts alone. Import the port instead and let the caller pass the adapter in.",
    severity: "error",
    from: { path: "^src/", pathNot: ["^src/app(/|\\.ts$)", ADAPTERS, TESTS] },
    to: { path: ADAPTERS },
  },
  {
    name: "adapters-by-index",
    comment: "The composition root imports an adapter by its index.ts, like every other outsider.",
    severity: "error",
    from: { path: "^src/app(/|\\.ts$)" },
    to: { path: ADAPTERS, pathNot: ["/index\\.ts$"] },
  },
  {
    name: "pure-layers-no-node",
    comment: "Contracts and engine do no input or output and run anywhere; a clock or a file would break replay.",
    severity: "error",
    from: { path: "^src/(contracts|engine)/", pathNot: [TESTS, "^src/contracts/sha256\\.ts$"] },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "sha256-crypto-only",
    comment: "contracts/sha256.ts is the one exception to pure-layers-no-node, for node:crypto and nothing else.",
    severity: "error",
    from: { path: "^src/contracts/sha256\\.ts$" },
    to: { dependencyTypes: ["core"], pathNot: ["^(node:)?crypto$"] },
  },
  {
    name: "pure-layers-pure-packages",
    comment: "Contracts and engine use packages that only compute. Another one of that kind is added to the list here.",
    severity: "error",
    from: { path: "^src/(contracts|engine)/", pathNot: [TESTS] },
    to: { dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer"], pathNot: [PURE_PACKAGES] },
  },
  {
    name: "no-cycles",
    comment: "Two files in a cycle are one file that cannot be read in any order; type-only cycles count.",
    severity: "error",
    from: { path: "^src/" },
    to: { circular: true },
  },
  {
    name: "no-tests-in-product",
    comment: "Product code does not import tests, suites, scripts or benchmarks: they are not in the package.",
    severity: "error",
    from: { path: "^src/", pathNot: [TESTS] },
    to: { path: [TESTS, "^(test|scripts|bench)/"] },
  },
  {
    name: "no-dev-packages",
    comment: "A development package is not there where cairn is installed: move it to `dependencies` or do without.",
    severity: "error",
    from: { path: "^src/", pathNot: [TESTS] },
    to: { dependencyTypes: ["npm-dev"] },
  },
  {
    name: "resolvable",
    comment: "An import that leads nowhere escapes every other rule.",
    severity: "error",
    from: { path: "^src/" },
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden,
  options: {
    // TypeScript 7 has no JavaScript API: without swc nothing is read and success is reported. swc cannot tell a type
    // import from another, so that "shells take only types from contracts" is a rule of .oxlintrc.json.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
