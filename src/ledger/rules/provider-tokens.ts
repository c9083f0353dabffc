/**
 * Tokens that their provider marks with a prefix (or another literal in them): found by form alone, wherever they stand.
 *
 * Lengths are lower bounds where the prefix is unmistakable, since providers lengthen their tokens; they are exact where
 * the prefix could begin an ordinary word.
 */
import { END, isWordBefore, matchAt, type Rule, type Span } from "./rule.ts";

/** One form: its literal prefixes and the pattern of what follows them. */
export interface TokenForm {
  readonly kind: string;
  readonly prefixes: readonly string[];
  readonly body: string;
  /** The body must hold a digit: without one it is an identifier. */
  readonly needsDigit?: boolean;
}

const ALNUM = "[A-Za-z0-9]";
const URLSAFE = "[A-Za-z0-9_-]";
const HEX = "[0-9a-fA-F]";
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;

const form = (kind: string, prefixes: string, body: string): TokenForm => ({
  kind,
  prefixes: prefixes.split(" "),
  body,
});
const formWithDigit = (kind: string, prefixes: string, body: string): TokenForm => ({
  ...form(kind, prefixes, body),
  needsDigit: true,
});

const cloudForms: readonly TokenForm[] = [
  form("aws-access-key", "AKIA ASIA ABIA ACCA", `[A-Z0-9]{16}${END}`),
  form("aws-bedrock-key", "ABSK", `[A-Za-z0-9+/]{100,}={0,2}`),
  form("gcp-api-key", "AIza", `${URLSAFE}{35}`),
  form("google-oauth-token", "ya29.", `${URLSAFE}{20,}`),
  form("google-oauth-secret", "GOCSPX-", `${URLSAFE}{20,}`),
  formWithDigit("google-refresh-token", "1//0", `${URLSAFE}{30,}`),
  form("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", `${HEX}{40,}`),
  form("cloudflare-key", "v1.0-", `[0-9a-f]{24}-[0-9a-f]{100,}`),
  formWithDigit("cloudflare-key", "cfk_ cfut_ cfat_", `${ALNUM}{36,}`),
  form("heroku-key", "HRKU-", `${URLSAFE}{30,}`),
  formWithDigit("alibaba-access-key", "LTAI", `${ALNUM}{16,24}${END}`),
  formWithDigit("tencent-secret-id", "AKID", `${ALNUM}{32}${END}`),
  form("yandex-key", "AQVN", `${URLSAFE}{35,}`),
  form("fly-token", "FlyV1", ` fm[12][a-z]?_[A-Za-z0-9+/=_,-]{40,}`),
  formWithDigit("fly-token", "fm1a_ fm1r_ fm2_ fo1_", `[A-Za-z0-9+/=_-]{40,}`),
  form("databricks-token", "dapi", `[0-9a-f]{32}(?:-\\d)?${END}`),
  form("databricks-token", "dkea dose", `[0-9a-f]{32}${END}`),
  form("planetscale-token", "pscale_tkn_ pscale_oauth_ pscale_pw_", `[\\w=.-]{30,}`),
  form("supabase-key", "sbp_ sb_secret_", `${URLSAFE}{30,}`),
  form("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", `[A-Za-z0-9._-]{40,}`),
  form("pulumi-token", "pul-", `[0-9a-f]{40}${END}`),
  form("vault-token", "hvs. hvb. hvr.", `${URLSAFE}{24,}`),
  formWithDigit("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", `${ALNUM}{24,}`),
  formWithDigit("netlify-token", "nfp_ nfc_ nfo_ nfu_", `${ALNUM}{36,}`),
  form("openshift-token", "sha256~", `${URLSAFE}{43}${END}`),
];

const codeForms: readonly TokenForm[] = [
  form("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", `${ALNUM}{30,}`),
  formWithDigit("github-token", "ghs_", `\\d+_eyJ${URLSAFE}+(?:\\.${URLSAFE}+){2}`),
  form("github-token", "github_pat_", `[A-Za-z0-9_]{36,}`),
  form(
    "gitlab-token",
    "glpat- gldt- glrt- glft- glimt- glagent- gloas- glsoat- glffct- glptt- glcbt- glrtr-",
    `[A-Za-z0-9_.-]{19,}[A-Za-z0-9_-]`,
  ),
  form("gitlab-token", "GR1348941", `${URLSAFE}{20,}`),
  form("gitlab-session", "_gitlab_session=", `${HEX}{32}`),
  form("bitbucket-token", "ATBB ATCTT3", `[A-Za-z0-9_=-]{24,}`),
  form("atlassian-token", "ATATT3", `[A-Za-z0-9_=-]{30,}`),
  formWithDigit("npm-token", "npm_", `${ALNUM}{36,}`),
  form("pypi-token", "pypi-AgE pypi-AgA", `${URLSAFE}{30,}`),
  form("rubygems-token", "rubygems_", `[0-9a-f]{48}`),
  formWithDigit("crates-token", "cio", `${ALNUM}{32}${END}`),
  form("clojars-token", "CLOJARS_", `[a-z0-9]{60}`),
  formWithDigit("nuget-key", "oy2", `[a-z0-9]{43}${END}`),
  form("docker-token", "dckr_pat_ dckr_oat_", `${URLSAFE}{20,}`),
  form("artifactory-key", "AKCp", `${ALNUM}{60,}`),
  form("artifactory-token", "cmVmd", `${ALNUM}{59}${END}`),
  form("sourcegraph-token", "sgp_ slk_", `(?:(?:${HEX}{16}|local)_)?${HEX}{40}`),
  form("sentry-token", "sntrys_ sntryu_", `[A-Za-z0-9+/=_-]{40,}`),
  form("codecov-token", "codecov_", `${HEX}{32,}`),
  form("circleci-token", "CCIPAT_ CCIPRJ_", `${ALNUM}{16,}_${HEX}{40}`),
  form("buildkite-token", "bkua_", `[0-9a-f]{40}`),
  form("octopus-key", "API-", `[A-Z0-9]{26,30}${END}`),
  formWithDigit("sonar-token", "sqp_ squ_ sqa_", `[0-9a-f]{40}`),
  form("postman-key", "PMAK-", `${HEX}{24}-${HEX}{34}`),
  formWithDigit("prefect-token", "pnu_ pnb_", `${ALNUM}{36}`),
  form("readme-key", "rdme_", `[a-z0-9]{60,}`),
  form("jenkins-token", "jenkins-", `11[0-9a-f]{32}${END}`),
];

const modelForms: readonly TokenForm[] = [
  form("anthropic-key", "sk-ant-", `${URLSAFE}{20,}`),
  form("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", `${URLSAFE}{20,}`),
  formWithDigit("openai-key", "sk-", `${ALNUM}{20,}`),
  form("openrouter-key", "sk-or-", `${URLSAFE}{20,}`),
  form("langfuse-key", "sk-lf-", UUID),
  formWithDigit("huggingface-token", "hf_", `${ALNUM}{30,}`),
  form("huggingface-token", "hf_", `[A-Za-z]{34}${END}`),
  form("huggingface-token", "api_org_", `${ALNUM}{30,}`),
  form("replicate-token", "r8_", `${ALNUM}{37,}`),
  form("groq-key", "gsk_", `${ALNUM}{40,}`),
  form("perplexity-key", "pplx-", `${ALNUM}{40,}`),
  form("xai-key", "xai-", `${ALNUM}{60,}`),
  form("fireworks-key", "fw_", `${ALNUM}{22,26}${END}`),
  form("langsmith-key", "lsv2_pt_ lsv2_sk_", `[0-9a-f]{32}_[0-9a-f]{10}`),
  form("pinecone-key", "pcsk_", `${ALNUM}{4,8}_${ALNUM}{40,}`),
  form("tavily-key", "tvly-", `[A-Za-z0-9-]{28,}`),
  form("firecrawl-key", "fc-", `[0-9a-f]{32}${END}`),
  form("e2b-key", "e2b_", `[0-9a-f]{40}`),
  form("nvidia-key", "nvapi-", `${URLSAFE}{40,}`),
  form("elevenlabs-key", "sk_", `[0-9a-f]{48}${END}`),
  form("cerebras-key", "csk-", `[a-z0-9]{40,}`),
  formWithDigit("weights-and-biases-key", "wandb_v1_", `${URLSAFE}{40,}`),
];

const serviceForms: readonly TokenForm[] = [
  form(
    "slack-token",
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd- xoxe.xoxb- xoxe.xoxp-",
    `[A-Za-z0-9%-]{10,}`,
  ),
  form("slack-token", "xapp-", `\\d-[A-Za-z0-9]+-\\d+-[A-Za-z0-9]{10,}`),
  form(
    "slack-webhook",
    "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    `[A-Za-z0-9+/_-]{20,}`,
  ),
  form("stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", `${ALNUM}{10,}`),
  formWithDigit("stripe-webhook-secret", "whsec_", `[A-Za-z0-9+/=]{20,}`),
  form("sendgrid-key", "SG.", `${URLSAFE}{16,32}\\.${URLSAFE}{30,}`),
  form("mailgun-key", "key-", `[0-9a-f]{32}${END}`),
  form("brevo-key", "xkeysib- xsmtpsib-", `[0-9a-f]{64}-${ALNUM}{16}`),
  form("resend-key", "re_", `${ALNUM}{8}_${ALNUM}{24}${END}`),
  form("twilio-key", "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf", `[0-9a-f]{31}${END}`),
  form("discord-webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", `\\d{15,22}/${URLSAFE}{40,}`),
  form("teams-webhook", ".webhook.office.com/webhookb2/", `[^\\s"'<>]{60,}`),
  form("shopify-token", "shpat_ shpca_ shppa_ shpss_ shpua_", `${HEX}{32}`),
  form("square-token", "sq0atp- sq0csp- sq0idp-", `${URLSAFE}{22,}`),
  formWithDigit("square-token", "EAAA", `[A-Za-z0-9_-]{56,64}${END}`),
  form("facebook-token", "EAAC EAAM EAAG EAAB", `${ALNUM}{90,}`),
  form("paypal-token", "access_token$production$ access_token$sandbox$", `[0-9a-z]{16}\\$[0-9a-f]{32}`),
  form("adobe-secret", "p8e-", `${URLSAFE}{32}${END}`),
  form("linear-key", "lin_api_ lin_oauth_", `${ALNUM}{32,}`),
  formWithDigit("notion-token", "ntn_", `${ALNUM}{40,}`),
  form("notion-token", "secret_", `${ALNUM}{43}${END}`),
  formWithDigit("airtable-token", "pat", `${ALNUM}{14}\\.[0-9a-f]{64}`),
  form("figma-token", "figd_ figu_ figo_", `${URLSAFE}{36,}`),
  formWithDigit("asana-token", "1/1 2/1", `\\d{11,19}(?:/\\d{12,20})?:[0-9a-f]{32}`),
  form("new-relic-key", "NRAK- NRJS- NRII- NRAA-", `[A-Za-z0-9-]{19,}`),
  form("grafana-token", "glsa_ glc_", `[A-Za-z0-9+/=_]{32,}`),
  form("dynatrace-token", "dt0c01. dt0s01. dt0s16.", `[A-Z0-9]{24}\\.[A-Z0-9]{64}`),
  form("typeform-token", "tfp_", `[A-Za-z0-9_.=-]{40,}`),
  form("easypost-key", "EZAK EZTK", `${ALNUM}{54}${END}`),
  form("shippo-token", "shippo_live_ shippo_test_", `${HEX}{40}`),
  form("duffel-token", "duffel_test_ duffel_live_", `${URLSAFE}{40,}`),
  form("flutterwave-key", "FLWSECK- FLWSECK_TEST-", `${ALNUM}{12,}(?:-X)?`),
  form("plaid-token", "access-sandbox- access-development- access-production-", UUID),
  form("frameio-token", "fio-u-", `[A-Za-z0-9_=-]{64}`),
  form("infracost-key", "ico-", `${ALNUM}{32}${END}`),
  form("scalingo-token", "tk-us-", `${URLSAFE}{48}`),
  form("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", `${ALNUM}{16}`),
  form("harness-token", "pat. sat.", `${URLSAFE}{22}\\.[0-9a-f]{24}\\.${ALNUM}{20}`),
  form("intra42-secret", "s-s4t2ud- s-s4t2af-", `[0-9a-f]{64}`),
  form("age-key", "AGE-SECRET-KEY-1", `[A-Z0-9]{50,}`),
  form("age-key", "AGE-PLUGIN-", `[A-Z0-9]{2,40}-1[A-Z0-9]{20,}`),
  form(
    "onepassword-key",
    "A3-",
    `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}${END}`,
  ),
  form("onepassword-token", "ops_eyJ", `[A-Za-z0-9+/_=-]{40,}`),
  form("ngrok-key", "ngrok_", `${ALNUM}{30,}`),
  form("tailscale-key", "tskey-", `[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}`),
];

/** Every form, for the documentation and the tests. */
export const tokenForms: readonly TokenForm[] = [...cloudForms, ...codeForms, ...modelForms, ...serviceForms];

/** How documentation writes a token: in long runs of `x`. (An example of the right form is replaced: who knows.) */
const example = /[xX]{12}|^[xX*.#_-]+$/;

function ruleOf({ kind, prefixes, body, needsDigit }: TokenForm): Rule {
  const pattern = new RegExp(body, "y");
  return {
    anchors: prefixes,
    ignoreCase: false,
    byContext: false,
    find(text, at, anchor): Span | null {
      if (isWordBefore(text, at)) return null;
      const match = matchAt(pattern, text, at + anchor.length);
      if (match === null || example.test(match[0])) return null;
      if (needsDigit === true && !/\d/.test(match[0])) return null;
      return { start: at, end: at + anchor.length + match[0].length, kind };
    },
  };
}

/** The rules of all forms. */
export const providerTokenRules: readonly Rule[] = tokenForms.map(ruleOf);
