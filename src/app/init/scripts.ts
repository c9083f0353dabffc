/**
 * The two scripts that agents' hooks call. They lie in `.cairn/hooks/`, are written by `cairn init` for this machine, and
 * are nothing but `sh`: a process of Node for each event would be felt.
 */
import { execPath } from "node:process";

/** Keeps what an agent was shown, for cairn to take over: a few milliseconds, nothing printed, never a failure. */
export const RECORD_SCRIPT = `#!/bin/sh
# Written by \`cairn init\`. Keeps what the agent was shown until cairn takes it over. Prints nothing, never fails.
spool="\${0%/*}/../spool"
umask 077
# What is not read would break the agent's pipe.
pass() { cat >/dev/null 2>&1; exit 0; }
[ -f "\${0%/*}/../cairn.db" ] || pass
[ -d "$spool" ] || mkdir -p "$spool" 2>/dev/null || pass
file="$spool/$(date +%s%N 2>/dev/null)-$$"
cat >"$file.tmp" 2>/dev/null && mv "$file.tmp" "$file.json" 2>/dev/null
exit 0
`;

/** Asks cairn. Where there is nothing to ask about, or cairn is gone, the agent goes on. */
export function decideScript(mainFile: string): string {
  return `#!/bin/sh
# Written by \`cairn init\`. Usage: decide.sh EVENT AGENT. Where cairn is gone, the agent goes on.
home="\${0%/*}/.."
pass() { cat >/dev/null 2>&1; exit 0; }
if [ "$1" = pre-tool ]; then
  [ -f "$home/../cairn-rules.yaml" ] || pass
else
  [ -f "$home/cairn.db" ] || pass
fi
node=${quoted(execPath)}
main=${quoted(mainFile)}
[ -x "$node" ] && [ -f "$main" ] || pass
exec "$node" "$main" hook "$1" --agent "$2"
`;
}

/** A word for sh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
