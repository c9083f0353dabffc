/**
 * What is promised (docs/promises.md), and the tests that try to break it. A test of this list fails where one of the two
 * names something that the other does not.
 */

/** @type {readonly { id: string, promise: string, tests: readonly string[] }[]} */
export const PROMISES = [
  {
    id: "P1",
    promise: "What was acknowledged survives kill -9 and power loss",
    tests: [
      "test/fault/power-loss.test.ts",
      "test/fault/boundary-kill.test.ts",
      "test/fault/kill.test.ts",
      "test/fault/import-kill.test.ts",
      "src/runtime/sqlite/disk.test.ts",
    ],
  },
  {
    id: "P2",
    promise: "An effect's result counts once, whatever is late, lost or doubled",
    tests: [
      "test/sim",
      "src/engine/engine.property.test.ts",
      "src/engine/explore.test.ts",
      "src/runtime/children.test.ts",
    ],
  },
  {
    id: "P3",
    promise: "No byte from outside raises authority, budget or evidence",
    tests: ["test/hostile", "test/fault/hostile-content.test.ts"],
  },
  {
    id: "P4",
    promise: "Damage is found and named, never mended in silence",
    tests: ["src/runtime/sqlite/damage.test.ts", "src/runtime/sqlite/witness.test.ts", "src/runtime/repair.test.ts"],
  },
  {
    id: "P5",
    promise: "Two processes on one store are correct",
    tests: [
      "src/runtime/sqlite/processes.test.ts",
      "src/runtime/sqlite/leases.test.ts",
      "src/runtime/sqlite/group-commit.test.ts",
    ],
  },
  {
    id: "P6",
    promise: "Changes reach the user's files all or none, and only there",
    tests: ["test/fault/apply-kill.test.ts", "src/runtime/changes"],
  },
  {
    id: "P7",
    promise: "A secret is replaced before anything is stored",
    tests: ["test/ledger/secrets.test.ts", "src/ledger/redact.test.ts", "src/ledger/redact.property.test.ts"],
  },
  {
    id: "P8",
    promise: "Replay gives the same bytes, and a bundle proves a run offline",
    tests: ["src/runtime/verify-run.test.ts", "src/runtime/bundle", "test/e2e/cli/bundle.test.ts"],
  },
  {
    id: "P9",
    promise: "Whoever works cannot hold the run up, flood it or outlive it",
    tests: ["src/executors/command/child.test.ts", "test/models/faults.test.ts"],
  },
];

/** What no test here can bring about. */
export const NOT_TESTED = [
  "a disk that lies about fsync in hardware, and torn writes below a sector: disks are rebuilt from system calls instead",
  "kernel faults, device-mapper targets (dm-flakey, dm-log-writes), out-of-memory kills by the kernel",
  "a system clock that jumps under a running process: the clock is injected, in simulation and in tests of leases",
  "a network between worker and store: both are on one machine",
  "macOS and Windows: every figure is of Linux",
];
