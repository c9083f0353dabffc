import { createMemoryStore } from "./memory-store.ts";
import { describeStore } from "./store.suite.ts";

describeStore({ open: createMemoryStore, close: (store) => store.close() });
