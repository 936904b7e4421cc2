import { randomBytes } from 'node:crypto'

/** One sealing key. Its `kid` is not a secret: it is in the header of every value that the key sealed. */
export interface VaultKey {
  readonly kid: string
  /** 32 bytes, for A256GCM. */
  readonly bytes: Uint8Array
}

/**
 * Reads `kid:base64url(32 bytes)`, comma-separated. The first key seals. Throws an Error that names a wrong entry by its
 * position only, as any part of the text may be a key.
 */
export const parseKeys = (text: string): VaultKey[] => {
  const keys = text.split(',').map((entry, index) => parseKey(entry.trim(), index + 1))
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new Error('two keys have the same key id')
  return keys
}

const parseKey = (entry: string, position: number): VaultKey => {
  const [, kid, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9_-]{43})$/.exec(entry) ?? []
  if (!kid || !encoded) throw new Error(`key ${position} is not of the form kid:base64url(32 bytes)`)
  return { kid, bytes: Buffer.from(encoded, 'base64url') }
}

/** A new random key as `parseKeys` reads it: `k1f0c9a2e:<43 characters>`. */
export const makeKey = (): string => `k${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`
