/** A sealed value that doesn't open, or keys that can't be used. The message holds neither plaintext nor key. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
}
