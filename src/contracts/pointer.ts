/** JSON Pointers (RFC 6901). */

/** The pointer that leads through the given members and indices. */
export function toPointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The members and indices that a pointer leads through, indices as text. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer, or undefined where it leads nowhere. */
export function valueAt(value: unknown, pointer: string): unknown {
  let here: unknown = value;
  for (const step of pointerSteps(pointer)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
}
