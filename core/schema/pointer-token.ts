/** A member's name as one step of a JSON pointer (RFC 6901, section 3). */
export const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The member's name in such a step. */
export const nameOfToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')
