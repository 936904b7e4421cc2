export {
  type ClientToRegister,
  type RegisteredClient,
  registerAtVendor,
} from './authorization-server/register-at-vendor.ts'
export { signAssertion } from './authorization-server/sign-assertion.ts'
export { grantedSecrets } from './granted-secrets.ts'
export {
  accessTokenBinding,
  appSecretBinding,
  type Credential,
  clientSecretBinding,
  hasCredentialExpired,
  openCredential,
  refreshTokenBinding,
} from './open-credential.ts'
export { createRefresher, type Refresher } from './refresher.ts'
export { findApplicationClient, findRefreshUrl } from './seed-client.ts'
export { readGrant, type StoredGrant, writeGrant } from './stored-grant.ts'
export { longestSecret, readSecrets, secretPattern, writeSecrets } from './stored-secrets.ts'
export { type TokenState, tokenState } from './token-state.ts'
export type { RefreshEvent } from './use-seed.ts'
export { createVerdicts, type Verdicts } from './verdicts.ts'
