/** Names of resources. Clients subscribe by the exact text, so there is one way to write each. */

export function packetUri(run: string, task: string): string {
  return `cairn://runs/${encodeURIComponent(run)}/tasks/${encodeURIComponent(task)}/packet`;
}

export function itemUri(run: string, seq: number): string {
  return `cairn://runs/${encodeURIComponent(run)}/items/${seq}`;
}

export function resultUri(run: string): string {
  return `cairn://runs/${encodeURIComponent(run)}/result`;
}

const OURS = /^cairn:\/\/runs\/[^/]+\/(tasks\/[^/]+\/packet|items\/\d+|result)$/;

/** True for what may change and be subscribed to. */
export function isResourceUri(uri: string): boolean {
  return OURS.test(uri);
}
