/**
 * Secrets that never were, made when the tests run: in this file no scanner finds the form of one.
 *
 * Every prefix is joined from parts, every body is drawn from a fixed sequence.
 */

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX = "0123456789abcdef";
const URLSAFE = `${ALNUM}-_`;
const BASE64 = `${ALNUM}+/`;

let state = 20_261_201;

/** `length` characters of an alphabet; the same ones at every run, and a digit among them where the alphabet has any. */
function drawn(length: number, alphabet: string): string {
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet.charAt((state >>> 8) % alphabet.length);
  }
  return alphabet.includes("7") && !/\d/.test(text) ? `${text.slice(0, -1)}7` : text;
}

const join = (...parts: readonly string[]): string => parts.join("");

/** A secret in its surroundings. */
export interface MadeUp {
  readonly name: string;
  readonly kind: string;
  /** What must go. */
  readonly secret: string;
  /** What must stay around it. */
  readonly before: string;
  readonly after: string;
}

const alone = (name: string, kind: string, secret: string): MadeUp => ({
  name,
  kind,
  secret,
  before: "the value ",
  after: " was used",
});
const within = (before: string, after: string, made: Omit<MadeUp, "before" | "after">): MadeUp => ({
  before,
  after,
  ...made,
});
const valueOf = (kind: string, before: string, after = ""): MadeUp =>
  within(before, after, { name: `${before.trim()}…${after}`, kind, secret: drawn(32, ALNUM) });

const uuid = (): string => [8, 4, 4, 4, 12].map((length) => drawn(length, HEX)).join("-");

function privateKey(name: string, lines = 6): string {
  const mark = (word: string): string => join("-----", word, " ", name, "-----");
  return [
    mark("BEGIN"),
    ...Array.from({ length: lines }, () => drawn(64, BASE64)),
    `${drawn(30, BASE64)}==`,
    mark("END"),
  ].join("\n");
}

const jsonWebToken = (): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "HS256", typ: "JWT" }), part({ sub: "1234567890", name: "Ada" }), drawn(43, URLSAFE)].join(".");
};

/** Found by form alone. */
export const tokens: readonly MadeUp[] = [
  alone("an AWS access key", "aws-access-key", join("AK", "IA", drawn(16, UPPER))),
  alone("an AWS session key", "aws-access-key", join("AS", "IA", drawn(16, UPPER))),
  alone("a Google API key", "gcp-api-key", join("AI", "za", drawn(35, URLSAFE))),
  alone("a Google OAuth token", "google-oauth-token", join("ya", "29.", drawn(60, ALNUM))),
  alone("a Google OAuth secret", "google-oauth-secret", join("GOC", "SPX-", drawn(28, ALNUM))),
  ...["p", "o", "u", "s", "r"].map((letter) =>
    alone(`a GitHub token gh${letter}`, "github-token", join("gh", letter, "_", drawn(36, ALNUM))),
  ),
  alone(
    "a fine-grained GitHub token",
    "github-token",
    join("github", "_pat_", drawn(22, ALNUM), "_", drawn(59, ALNUM)),
  ),
  ...["pat", "dt", "rt", "ft", "imt", "agent", "oas", "soat", "ffct", "ptt"].map((word) =>
    alone(`a GitLab token gl${word}`, "gitlab-token", join("gl", word, "-", drawn(40, HEX))),
  ),
  ...["b", "p", "a", "r", "s", "e"].map((letter) =>
    alone(
      `a Slack token xox${letter}`,
      "slack-token",
      join("xo", "x", letter, "-", drawn(11, "0123456789"), "-", drawn(24, ALNUM)),
    ),
  ),
  alone(
    "a Slack app token",
    "slack-token",
    join("xa", "pp-1-", drawn(11, UPPER), "-", drawn(12, "0123456789"), "-", drawn(64, HEX)),
  ),
  alone(
    "a Slack web hook",
    "slack-webhook",
    join("hooks.sl", "ack.com/services/", drawn(9, UPPER), "/", drawn(9, UPPER), "/", drawn(24, ALNUM)),
  ),
  alone("a Stripe key", "stripe-key", join("sk", "_live_", drawn(24, ALNUM))),
  alone("a restricted Stripe key", "stripe-key", join("rk", "_live_", drawn(24, ALNUM))),
  alone("a Stripe test key", "stripe-key", join("sk", "_test_", drawn(24, ALNUM))),
  alone("a Stripe web hook's secret", "stripe-webhook-secret", join("wh", "sec_", drawn(32, ALNUM))),
  alone("an OpenAI key", "openai-key", join("s", "k-", drawn(48, ALNUM))),
  alone(
    "an OpenAI project key",
    "openai-key",
    join("s", "k-proj-", drawn(74, URLSAFE), "T3Blbk", "FJ", drawn(74, ALNUM)),
  ),
  alone("an OpenAI service key", "openai-key", join("s", "k-svcacct-", drawn(60, ALNUM))),
  alone("an Anthropic key", "anthropic-key", join("s", "k-ant-api03-", drawn(93, ALNUM), "AA")),
  alone("a Hugging Face token", "huggingface-token", join("h", "f_", drawn(34, ALNUM))),
  alone("an npm token", "npm-token", join("np", "m_", drawn(36, ALNUM))),
  alone("a PyPI token", "pypi-token", join("py", "pi-AgEIcHlwaS5vcmc", drawn(80, ALNUM))),
  alone("a Twilio key", "twilio-key", join("S", "K", drawn(32, HEX))),
  alone("a SendGrid key", "sendgrid-key", join("S", "G.", drawn(22, ALNUM), ".", drawn(43, ALNUM))),
  alone("a Mailgun key", "mailgun-key", join("ke", "y-", drawn(32, HEX))),
  alone("a Telegram token", "telegram-token", join(drawn(9, "123456789"), ":A", "A", drawn(33, ALNUM))),
  alone(
    "a Discord token",
    "discord-token",
    join(Buffer.from("123456789012345678").toString("base64"), ".", drawn(6, ALNUM), ".", drawn(38, ALNUM)),
  ),
  alone(
    "a Discord web hook",
    "discord-webhook",
    join("disc", "ord.com/api/webhooks/", drawn(18, "123456789"), "/", drawn(68, ALNUM)),
  ),
  ...["at", "ca", "pa", "ss"].map((word) =>
    alone(`a Shopify token shp${word}`, "shopify-token", join("sh", "p", word, "_", drawn(32, HEX))),
  ),
  ...["dop", "doo", "dor"].map((word) =>
    alone(`a DigitalOcean token ${word}`, "digitalocean-token", join(word, "_v", "1_", drawn(64, HEX))),
  ),
  alone("a Cloudflare origin key", "cloudflare-key", join("v1.", "0-", drawn(24, HEX), "-", drawn(146, HEX))),
  alone("a Heroku key", "heroku-key", join("HR", "KU-AA", drawn(58, ALNUM))),
  alone("a Databricks token", "databricks-token", join("da", "pi", drawn(32, HEX))),
  alone("a Linear key", "linear-key", join("lin", "_api_", drawn(40, ALNUM))),
  alone("a Notion token", "notion-token", join("nt", "n_", drawn(11, "0123456789"), drawn(35, ALNUM))),
  alone("a Vault token", "vault-token", join("hv", "s.", drawn(95, URLSAFE), "a")),
  alone("an age key", "age-key", join("AGE-SEC", "RET-KEY-1", drawn(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"))),
  alone("an Azure client secret", "azure-client-secret", join(drawn(3, ALNUM), "8", "Q~", drawn(34, ALNUM))),
  alone("an Azure DevOps token", "azure-devops-token", join(drawn(76, ALNUM), "AZ", "DO", drawn(4, ALNUM))),
  alone("a Terraform token", "terraform-token", join(drawn(14, ALNUM), ".atl", "asv1.", drawn(67, ALNUM))),
  alone("a Grafana token", "grafana-token", join("gl", "sa_", drawn(32, ALNUM), "_", drawn(8, HEX))),
  alone("a Sentry token", "sentry-token", join("snt", "ryu_", drawn(64, HEX))),
  alone("a Docker token", "docker-token", join("dckr", "_pat_", drawn(27, ALNUM))),
  alone("a RubyGems key", "rubygems-token", join("ruby", "gems_", drawn(48, HEX))),
  alone("a Postman key", "postman-key", join("PM", "AK-", drawn(24, HEX), "-", drawn(34, HEX))),
  alone("a New Relic key", "new-relic-key", join("NR", "AK-", drawn(27, UPPER))),
  alone("an Atlassian token", "atlassian-token", join("ATA", "TT3", drawn(186, ALNUM))),
  alone("a Square token", "square-token", join("sq0", "atp-", drawn(22, ALNUM))),
  alone("a JSON Web Token", "json-web-token", jsonWebToken()),
  alone(
    "an encrypted JSON Web Token",
    "json-web-token",
    [jsonWebToken().split(".")[0], ...[40, 16, 60, 22].map((length) => drawn(length, ALNUM))].join("."),
  ),
  alone("an RSA private key", "private-key", privateKey("RSA PRIVATE KEY")),
  alone("a private key", "private-key", privateKey("PRIVATE KEY")),
  alone("an OpenSSH private key", "private-key", privateKey("OPENSSH PRIVATE KEY")),
  alone("an encrypted private key", "private-key", privateKey("ENCRYPTED PRIVATE KEY")),
  alone("a PGP private key", "private-key", privateKey("PGP PRIVATE KEY BLOCK")),
  alone("a private key in a JSON string", "private-key", privateKey("PRIVATE KEY").replaceAll("\n", "\\n")),
  within("[key]\n", "\n\nNothing else.", {
    name: "a private key without its end",
    kind: "private-key",
    secret: privateKey("EC PRIVATE KEY").split("\n").slice(0, -1).join("\n"),
  }),
  within("     1→", "\n", {
    name: "a private key with line numbers",
    kind: "private-key",
    secret: privateKey("RSA PRIVATE KEY")
      .split("\n")
      .map((line, i) => (i === 0 ? line : `     ${i + 1}→${line}`))
      .join("\n"),
  }),
];

/** Found by what stands around them. */
export const values: readonly MadeUp[] = [
  within("postgres://ada:", "@db.internal:5432/app", {
    name: "a database password",
    kind: "url-password",
    secret: drawn(16, ALNUM),
  }),
  within("mongodb+srv://app:", "@cluster0.mongodb.net/x?w=1", {
    name: "a MongoDB password",
    kind: "url-password",
    secret: "p%40ss",
  }),
  within("redis://:", "@cache:6379", { name: "a Redis password", kind: "url-password", secret: drawn(20, ALNUM) }),
  within("git clone https://me:", "@git.example.org/a/b.git", {
    name: "a password for git",
    kind: "url-password",
    secret: "tr0ub4dor",
  }),
  within("https://user:", "@host.example/", { name: "a literal pass", kind: "url-password", secret: "pass" }),
  within("Server=db;Database=app;User Id=sa;Password=", ";Encrypt=true", {
    name: "an ADO connection string",
    kind: "password",
    secret: "P@ssw0rd!9",
  }),
  within("DefaultEndpointsProtocol=https;AccountName=x;AccountKey=", ";EndpointSuffix=core", {
    name: "an Azure storage key",
    kind: "azure-key",
    secret: `${drawn(86, BASE64)}==`,
  }),
  within("https://x.blob.core.windows.net/c/b?sv=2024-01-01&sig=", "&se=2027", {
    name: "an Azure signature",
    kind: "azure-signature",
    secret: `${drawn(43, ALNUM)}%3D`,
  }),
  valueOf("authorization", "Authorization: Bearer ", "\nAccept: */*"),
  valueOf("authorization", "Proxy-Authorization: Bearer ", "\n"),
  valueOf("authorization", `curl -H "Authorization: token `, `" https://api.example.org`),
  valueOf("authorization", `{"Authorization": "Bearer `, `"}`),
  valueOf("authorization", "authorization: ", "\n"),
  within("Authorization: Basic ", "\n", {
    name: "basic authorization",
    kind: "authorization",
    secret: Buffer.from("ada:s3cret").toString("base64"),
  }),
  valueOf("authorization", "sent with bearer ", " as before"),
  within("Authorization: Digest ", "\n", {
    name: "digest authorization",
    kind: "authorization",
    secret: `username="ada", realm="x", nonce="n", uri="/", response="${drawn(32, HEX)}"`,
  }),
  within("authorization: AWS4-HMAC-SHA256 ", "\n", {
    name: "a signed request",
    kind: "authorization",
    secret: `Credential=${drawn(20, UPPER)}/20261201/eu/s3/aws4_request, SignedHeaders=host, Signature=${drawn(64, HEX)}`,
  }),
  within("Authorization: Bearer ", "\n", {
    name: "an endless bearer token",
    kind: "authorization",
    secret: drawn(3000, ALNUM),
  }),
  within("jdbc:oracle:thin:scott/", "@//db:1521/app", {
    name: "an Oracle URL",
    kind: "url-password",
    secret: "tiger9",
  }),
  within("https:\\/\\/ada:", "@host.example\\/x", {
    name: "a URL in JSON with escaped slashes",
    kind: "url-password",
    secret: drawn(12, ALNUM),
  }),
  within("Private-Lines: 2\n", "\nPrivate-MAC: 1", {
    name: "a PuTTY key",
    kind: "private-key",
    secret: `${drawn(64, BASE64)}\n${drawn(40, BASE64)}`,
  }),
  within("Cookie: ", "\nHost: x", {
    name: "a cookie header",
    kind: "cookie",
    secret: `sid=${drawn(26, ALNUM)}; theme=dark`,
  }),
  within("Set-Cookie: ", "\n", {
    name: "a set cookie",
    kind: "cookie",
    secret: `session=${drawn(26, ALNUM)}; Path=/; HttpOnly=1`,
  }),
  within("curl -s -u admin:", " https://x", { name: "curl's user", kind: "password", secret: "s3cr3t9" }),
  within("machine api.example.org login ada password ", "\n", {
    name: "a netrc file",
    kind: "password",
    secret: "hunter2x",
  }),
  within(`{"auths": {"r.example": {"auth": "`, `"}}}`, {
    name: "a Docker login",
    kind: "credential",
    secret: Buffer.from("ada:pw12345").toString("base64"),
  }),
  within('{"password": "', '"}', { name: "a JSON password", kind: "password", secret: "hunter2" }),
  within('{"db": {"passwd":"', '"}}', { name: "a JSON passwd", kind: "password", secret: "tr0ub4dor&3" }),
  within('{\\"password\\": \\"', '\\"}', {
    name: "a password in JSON in a string",
    kind: "password",
    secret: "hunter2",
  }),
  within("password = '", "'", { name: "a password in code", kind: "password", secret: "correcthorse" }),
  within('String dbPassword = "', '";', { name: "a password in Java", kind: "password", secret: "Winter2024!" }),
  within('password := "', '"', { name: "a password in Go", kind: "password", secret: "Winter2024!" }),
  within('password: str = "', '"', { name: "a password in typed Python", kind: "password", secret: "Winter2024!" }),
  within("DB_PASSWORD=", "\n", { name: "an environment password", kind: "password", secret: "hunter" }),
  within('export PGPASSWORD="', '"\n', {
    name: "a password with spaces",
    kind: "password",
    secret: "correct horse battery",
  }),
  within("docker run -e MYSQL_ROOT_PASSWORD=", " mysql", {
    name: "a password for a container",
    kind: "password",
    secret: "toor",
  }),
  within("spring.datasource.password=", "\n", { name: "a properties file", kind: "password", secret: "s3cr3t-value" }),
  within("database:\n  password: ", "\n  port: 1", { name: "a YAML password", kind: "password", secret: "hunter2" }),
  within("- name: DB_PASSWORD\n  value: ", "\n", {
    name: "a container's variable",
    kind: "password",
    secret: "hunter2",
  }),
  within('{"name": "API_TOKEN", "value": "', '"}', {
    name: "a variable in JSON",
    kind: "token",
    secret: drawn(32, HEX),
  }),
  within("<password>", "</password>", { name: "an XML password", kind: "password", secret: "hunter2" }),
  within('<add key="Password" value="', '"/>', {
    name: "a configuration element",
    kind: "password",
    secret: "hunter2",
  }),
  within("mysql --password=", " -h db", { name: "a flag's password", kind: "password", secret: "hunter2" }),
  within("tool --api-key ", " run", { name: "a flag's key", kind: "api-key", secret: drawn(32, HEX) }),
  valueOf("api-key", "api_key: '", "',"),
  valueOf("api-key", '"apiKey": "', '"'),
  valueOf("api-key", "X-Api-Key: ", "\n"),
  valueOf("api-key", `-H "x-api-key: `, `"`),
  valueOf("api-key", "https://x.example/v1?q=1&api_key=", "&lang=en"),
  valueOf("token", "https://x.example/v1?access_token=", "#top"),
  valueOf("api-key", "aws_secret_access_key = ", "\n"),
  valueOf("api-key", "AWS_SECRET_ACCESS_KEY=", "\n"),
  valueOf("secret", '"client_secret": "', '"'),
  valueOf("secret", "JWT_SECRET=", "\n"),
  valueOf("api-key", "SECRET_KEY_BASE=", "\n"),
  valueOf("token", 'const token = "', '";'),
  valueOf("token", "NPM_AUTH_TOKEN=", "\n"),
  valueOf("token", `localStorage.setItem("token", "`, `")`),
  valueOf("token", `headers["x-auth-token"] = "`, `"`),
  within('"heroku_token": "', '"', { name: "a token that is a UUID", kind: "token", secret: uuid() }),
  within('{"kty":"EC","crv":"P-256","d":"', '"}', {
    name: "a JSON Web Key",
    kind: "json-web-key",
    secret: drawn(43, URLSAFE),
  }),
  within("https://s3.example/x?X-Amz-Date=1&X-Amz-Signature=", "&z=1", {
    name: "a signed link",
    kind: "signed-link",
    secret: drawn(64, HEX),
  }),
];

/** Pieces that rules react to, for adversarial texts. */
export const fragments: readonly string[] = [
  ...tokens.map(({ secret }) => secret),
  ...tokens.map(({ secret }) => secret.slice(0, Math.floor(secret.length / 2))),
  ...values.map(({ before, secret, after }) => before + secret + after),
  ...values.flatMap(({ before, secret, after }) => [before, secret, after]),
  "[REDACTED:",
  "[REDACTED:password]",
  "[REDACTED:private-key]",
  ..."]=:\"'`,;&?@/<>{}()\\ \n\t-_.".split(""),
  ..."password PASSWORD token secret api_key eyJ :// AKIA sk- value xxxx example ${X}".split(" "),
  "-----BEGIN ",
  "-----END ",
  "Bearer ",
];
