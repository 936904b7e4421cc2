/** A sealed value can't be opened, or the keys can't be used. The message holds neither plaintext nor key. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
}
