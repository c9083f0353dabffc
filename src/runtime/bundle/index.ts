export { bundleRun, type Bundle, type BundleReport } from "./bundle.ts";
export { bundleDocumentation, loadVerifier, type BundleVerdict } from "./verifier.ts";
export { makeSigningKey, readSigningKey, usualKeyPath, type SigningKey } from "./signing-key.ts";
