/** The store knows tenant tokens, admin keys and issued tokens by this hash only. */
export const hashToken = (token: string): string => Bun.CryptoHasher.hash('sha256', token, 'hex')
