#!/usr/bin/env node
import { runCommandLine } from "./command-line.ts";
import { processIo } from "./process-io.ts";

// What a hung executor left behind must not keep the process: everything that was written is out by now.
process.exit(await runCommandLine(process.argv.slice(2), processIo()));
