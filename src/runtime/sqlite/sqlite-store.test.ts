import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStore } from "../store.suite.ts";
import { openSqliteStore } from "./index.ts";

const directories = new Map<object, string>();

describeStore({
  open: (now) => {
    const directory = mkdtempSync(join(tmpdir(), "cairn-store-"));
    const store = openSqliteStore(join(directory, "store.db"), { mode: "write", now });
    directories.set(store, directory);
    return store;
  },
  close: (store) => {
    store.close();
    rmSync(directories.get(store) ?? "", { recursive: true });
  },
});
