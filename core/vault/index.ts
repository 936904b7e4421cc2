export { makeKey, parseKeys, type VaultKey } from './keys.ts'
export { type AuthenticationTag, type Binding, createVault, parseAuthenticationTag, type Vault } from './vault.ts'
export { VaultError } from './vault-error.ts'
