/** The hash by which alone the store knows tenant tokens, admin keys and issued tokens. */
export const hashToken = (token: string): string => Bun.CryptoHasher.hash('sha256', token, 'hex')

/** A token's id in answers and in the audit log. It doesn't reveal the token. */
export const toTokenId = (hash: string): string => hash.slice(0, 12)
