export { makeKey, parseKeys, type VaultKey } from './keys.ts'
export { type Binding, createVault, type Vault } from './vault.ts'
export { VaultError } from './vault-error.ts'
