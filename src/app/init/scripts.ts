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

/**
 * Asks cairn: its resident process where it answers, else one of its own. Where there is nothing to ask about, or cairn is
 * gone, the agent goes on.
 */
export function decideScript(mainFile: string): string {
  return `#!/bin/sh
# Written by \`cairn init\`. Usage: decide.sh EVENT AGENT. Where cairn is gone, the agent goes on.
here="\${0%/*}"
pass() { cat >/dev/null 2>&1; exit 0; }
if [ "$1" = pre-tool ]; then
  [ -f "$here/../../cairn-rules.yaml" ] || pass
else
  [ -f "$here/../cairn.db" ] || pass
fi
node=${quoted(execPath)}
main=${quoted(mainFile)}
[ -x "$node" ] && [ -f "$main" ] || pass
[ -S "$here/ask.sock" ] && [ "$1" != session-start ] || exec "$node" "$main" hook "$1" --agent "$2"
umask 077
said="$here/said-$$"
cat >"$said.in"
code=$(curl -s -m 30 --unix-socket "$here/ask.sock" --data-binary @"$said.in" -o "$said.out" -w '%{http_code}' "http://cairn/hook/$1?agent=$2" 2>/dev/null)
case "$code" in
  200) cat "$said.out"; end=0 ;;
  403) cat "$said.out" >&2; end=2 ;;
  *) "$node" "$main" hook "$1" --agent "$2" <"$said.in"; end=$? ;;
esac
rm -f "$said.in" "$said.out"
exit "$end"
`;
}

/** A word for sh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
