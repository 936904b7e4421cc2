/** The name of a credential in the store, which never holds the credential itself. */
export const hashToken = (token: string): string => Bun.CryptoHasher.hash('sha256', token, 'hex')
