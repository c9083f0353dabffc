/** Credentials in HTTP headers, on the command line of `curl`, and in files that hold encoded pairs of user and password. */
import { isPlaceholderAt, isPlaceholderBefore, isWordBefore, matchAt, type Rule, type Span } from "./rule.ts";
import { isNoValue, looksRandom } from "./value.ts";

const afterName = String.raw`\\{0,3}["'\`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}["'\`]?`;
const schemes =
  "bearer|token|apikey|api-key|key|jwt|bot|splunk|snowflake token=|sso-key|sharedkey|sharedkeylite|hmac|negotiate|ntlm|goog-api-key|klaviyo-api-key|sentry|ghost|discogs|mac";
const credentialHeader = new RegExp(
  `authorization${afterName}(?:(?<scheme>${schemes})[ \\t]{1,4})?\\\\{0,3}["']?(?<value>[A-Za-z0-9._~+/=:|-]{6,1024})`,
  "iy",
);
const basicHeader = new RegExp(`authorization${afterName}basic[ \\t]{1,4}([A-Za-z0-9+/_=-]{4,1024})`, "iy");
/** Schemes whose credential is a list of members: Digest, AWS4-HMAC-SHA256, OAuth, Signature, Hawk. */
const memberList = String.raw`(?:[\w-]{1,40}=(?:\\?"[^"\r\n]{0,1024}"|[^\s,"']{1,1024})[ \t]{0,2},?[ \t]{0,2}){1,24}`;
const memberHeader = new RegExp(
  `authorization${afterName}(?:digest|aws4-[a-z0-9-]{1,30}|oauth|signature|hawk|mauth)[ \\t]{1,4}(${memberList})`,
  "iy",
);

/** Whether base 64 holds `user:password` in printable characters. */
function isUserAndPassword(encoded: string): boolean {
  if (encoded.length > 4096) return false;
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(Buffer.from(encoded, "base64").toString("latin1"));
}

const credentialCharacters = /[A-Za-z0-9._~+/=:|-]*/y;

/** The span of a match's last group, which ends with the match. */
function groupSpan({ at, text }: { at: number; text: string }, match: RegExpExecArray, kind: string): Span | null {
  const end = at + match[0].length;
  const start = end - (match.at(-1)?.length ?? 0);
  // The patterns are bounded, so that what does not count costs little; what counts is taken whole.
  const rest = end - start < 1024 ? 0 : (matchAt(credentialCharacters, text, end)?.[0].length ?? 0);
  return isPlaceholderAt(text, end + rest) ? null : { start, end: end + rest, kind };
}

const isCredential = (value: string): boolean =>
  !isNoValue(value) &&
  (/\d/.test(value) ? value.length >= 8 : value.length >= 24 && /[a-z]/.test(value) && /[A-Z]/.test(value));

const authorizationRule: Rule = {
  anchors: ["authorization"],
  ignoreCase: true,
  byContext: true,
  find(text, at): Span | null {
    if (/[A-Za-z0-9:]/.test(text.charAt(at - 1)) || isPlaceholderBefore(text, at)) return null; // the end of another name
    const basic = matchAt(basicHeader, text, at);
    if (basic !== null)
      return isUserAndPassword(basic[1] ?? "") ? groupSpan({ at, text }, basic, "authorization") : null;
    const members = matchAt(memberHeader, text, at);
    if (members !== null) return groupSpan({ at, text }, members, "authorization");
    const match = matchAt(credentialHeader, text, at);
    const { scheme, value = "" } = match?.groups ?? {};
    // Without a scheme it may be a variable's name as well.
    if (match === null || !(scheme === undefined ? looksRandom(value) && !isNoValue(value) : isCredential(value)))
      return null;
    return groupSpan({ at, text }, match, "authorization");
  },
};

const bearer = /bearer[ \t]{1,4}([A-Za-z0-9._~+/=|-]{16,1024})/iy;

const bearerRule: Rule = {
  anchors: ["bearer "],
  ignoreCase: true,
  byContext: true,
  find(text, at): Span | null {
    const match = isWordBefore(text, at) ? null : matchAt(bearer, text, at);
    const value = match?.[1] ?? "";
    return match !== null && looksRandom(value) && !isNoValue(value)
      ? groupSpan({ at, text }, match, "authorization")
      : null;
  },
};

const pair = String.raw`[\w!#$%&*+.^|~-]{1,128}=[^\s;,"'\`\\]{0,1024}`;
const cookieHeader = new RegExp(`cookie${afterName}(${pair}(?:;[ \\t]{0,2}${pair}){0,31})`, "iy");

/** A cookie may be a mere preference; a header is one of secrets where one of its values is long and holds a digit. */
const holdsSession = (pairs: string): boolean =>
  pairs.split(";").some((cookie) => {
    const value = cookie.slice(cookie.indexOf("=") + 1);
    return value.length >= 8 && /\d/.test(value) && !isNoValue(value);
  });

const cookieRule: Rule = {
  anchors: ["cookie"],
  ignoreCase: true,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(cookieHeader, text, at);
    return match !== null && holdsSession(match[1] ?? "") ? groupSpan({ at, text }, match, "cookie") : null;
  },
};

const curlUser =
  /curl(?:[ \t]+|\\\r?\n)[^\r\n|;]{0,512}?(?:-u|--user|-U|--proxy-user)(?:[ \t]{1,4}|=)["']?[^\s:"']{0,256}:([^\s"']{1,256})/y;

const curlRule: Rule = {
  anchors: ["curl "],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(curlUser, text, at);
    return match !== null && !isNoValue(match[1] ?? "") ? groupSpan({ at, text }, match, "password") : null;
  },
};

const encodedPair = /"auth\\?"[ \t]{0,4}:[ \t]{0,4}\\?"([A-Za-z0-9+/=]{8,4096})/y;

const encodedPairRule: Rule = {
  anchors: ['"auth"', '"auth\\"'],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(encodedPair, text, at);
    return match !== null && isUserAndPassword(match[1] ?? "") ? groupSpan({ at, text }, match, "credential") : null;
  },
};

const netrc = /machine\s{1,8}\S{1,256}\s{1,8}login\s{1,8}\S{1,256}\s{1,8}password\s{1,8}([^\s"'`]{1,256})/y;

const netrcRule: Rule = {
  anchors: ["machine "],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(netrc, text, at);
    return match !== null && !isNoValue(match[1] ?? "") ? groupSpan({ at, text }, match, "password") : null;
  },
};

export const headerRules: readonly Rule[] = [
  authorizationRule,
  bearerRule,
  cookieRule,
  curlRule,
  encodedPairRule,
  netrcRule,
];
