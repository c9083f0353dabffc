/**
 * The key of a provider: read from the environment, sent to the provider, and to nobody else.
 *
 * KY1  A key is in no message: every text that leaves this folder has it replaced.
 * KY2  A key goes only where it belongs: to the provider's own address, or to the address of a task file that names the
 *      variable. A task file that only names an address gets no key.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { ModelExecutorOptions } from "./options.ts";

export interface Key {
  /** The key; undefined where the provider's package looks for its own variable. */
  readonly value: string | undefined;
  /** The variable that it is from, for messages. */
  readonly variable: string | null;
  /** The text with the key replaced. */
  readonly conceal: (text: string) => string;
}

const USUAL: Readonly<Record<string, string>> = {
  openai: "OPENAI_API_KEY",
  "openai-chat": "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
};

/** What is sent where a provider wants a key and none is to be sent. */
const NO_KEY = "none";
/** Shorter values occur in ordinary words. */
const LEAST_LENGTH = 4;

/** The key for the settings. Errors: RuntimeFailure `input-invalid` where a variable is needed and not set. */
export function keyOf({
  settings,
  environment,
  name,
}: Pick<ModelExecutorOptions, "settings" | "environment" | "name">): Key {
  const { provider, base_url, api_key_env } = settings;
  const usual = Object.hasOwn(USUAL, provider) ? USUAL[provider] : undefined;
  const variable = api_key_env ?? (base_url === undefined ? (usual ?? null) : null);
  if (variable === null) {
    const value = base_url === undefined ? undefined : NO_KEY;
    return { value, variable, conceal: (text) => text };
  }
  const value = environment[variable]?.trim();
  if (value === undefined || value === "")
    throw new RuntimeFailure(
      "input-invalid",
      `the executor ${name} needs a key in the environment variable ${variable}, which is not set`,
    );
  return { value, variable, conceal: concealing(value) };
}

function concealing(value: string): (text: string) => string {
  return value.length < LEAST_LENGTH ? (text) => text : (text) => text.replaceAll(value, "[key]");
}
