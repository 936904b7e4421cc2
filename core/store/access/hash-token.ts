import { randomBytes } from 'node:crypto'

/** The hash by which alone the store knows tenant tokens, admin keys and issued tokens. */
export const hashToken = (token: string): string => Bun.CryptoHasher.hash('sha256', token, 'hex')

/** A token's id in answers and in the audit log. It doesn't reveal the token. */
export const toTokenId = (hash: string): string => hash.slice(0, 12)

/** A new tenant token, of 256 random bits. */
export const makeTenantToken = (): string => `pb_${randomBytes(32).toString('base64url')}`
