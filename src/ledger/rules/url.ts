/** Credentials in URLs and connection strings. */
import { holdsPlaceholder, isPlaceholderAt, isWordAt, matchAt, type Rule, type Span } from "./rule.ts";

/** `://user:password@host`; in JSON text the slashes may be escaped. The password may hold `@` and `:`. */
const userInfo = /:(?:\/\/|\\\/\\\/)[^\s/?#@:"'<>`\\]{0,256}:([^\s/?#"'<>`\\]{1,512})@(?=[A-Za-z0-9[_.$-])/y;
/** What is filled in later. A literal `password` is taken for one: a reader loses nothing by it. */
const filledIn = /^\$\{?\w|^\{|^%[A-Za-z_]+%$|^%s$|^\*+$|^[xX.]+$|^<|\$\{|\{\{/;

const urlRule: Rule = {
  anchors: ["://", ":\\/\\/"],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    if (at === 0 || !isWordAt(text, at - 1)) return null;
    const match = matchAt(userInfo, text, at);
    const value = match?.[1];
    if (match === null || value === undefined || filledIn.test(value) || holdsPlaceholder(value)) return null;
    const end = at + match[0].length - 1;
    return { start: end - value.length, end, kind: "url-password" };
  },
};

const oracle = /jdbc:oracle:(?:thin|oci):[^\s/@"']{1,128}\/([^\s@"']{1,256})@/y;

const oracleRule: Rule = {
  anchors: ["jdbc:oracle:"],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(oracle, text, at);
    const value = match?.[1];
    if (match === null || value === undefined || filledIn.test(value) || holdsPlaceholder(value)) return null;
    const end = at + match[0].length - 1;
    return { start: end - value.length, end, kind: "url-password" };
  },
};

const signature = /[?&;]sig=([A-Za-z0-9%+/_-]{30,256}={0,2})/y;

const signatureRule: Rule = {
  anchors: ["?sig=", "&sig=", ";sig="],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(signature, text, at);
    const end = at + (match?.[0].length ?? 0);
    if (match === null || !/\d/.test(match[1] ?? "") || isPlaceholderAt(text, end)) return null;
    return { start: at + 5, end, kind: "azure-signature" };
  },
};

const accountKey = /(?:accountkey|sharedaccesskey|sharedsecret)=([A-Za-z0-9+/]{20,}={0,2})/iy;

const accountKeyRule: Rule = {
  anchors: ["accountkey=", "sharedaccesskey=", "sharedsecret="],
  ignoreCase: true,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(accountKey, text, at);
    const value = match?.[1];
    const end = at + (match?.[0].length ?? 0);
    if (value === undefined || !/\d/.test(value) || isPlaceholderAt(text, end)) return null;
    return { start: end - value.length, end, kind: "azure-key" };
  },
};

/** Signed links: the signature alone opens what they point to. */
const signedQuery = /x-(?:amz|goog)-(?:signature|credential|security-token)=([A-Za-z0-9%/+_.=-]{16,1024})/iy;
const signedRest = /[A-Za-z0-9%/+_.=-]*/y;

const signedQueryRule: Rule = {
  anchors: ["x-amz-", "x-goog-"],
  ignoreCase: true,
  byContext: false, // by form: the value may be long, and nothing inside it is looked at again
  find(text, at): Span | null {
    const match = matchAt(signedQuery, text, at);
    const value = match?.[1];
    if (match === null || value === undefined || !/\d/.test(value)) return null;
    const start = at + match[0].length - value.length;
    const end = start + value.length + (matchAt(signedRest, text, start + value.length)?.[0].length ?? 0);
    return isPlaceholderAt(text, end) ? null : { start, end, kind: "signed-link" };
  },
};

export const urlRules: readonly Rule[] = [urlRule, oracleRule, signatureRule, accountKeyRule, signedQueryRule];
