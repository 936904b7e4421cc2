/** The longest description of a tool or a parameter. Claude Code cuts at it: https://github.com/anthropics/claude-code/issues/41593 */
export const largestDescription = 2048

/** The most bytes of a tool's `inputSchema`, for every tenant. */
export const largestSchema = 65_536

/** The part of `largestSchema` that is kept free for the tenant's accounts. */
const bytesForAccounts = 16_384

/** The most bytes of the schema that a plugin declares. */
export const largestDeclaredSchema = largestSchema - bytesForAccounts

/** The most bytes that the ids of accounts may take as an enum. Their labels stand in a description. */
export const largestAccountEnum = bytesForAccounts - 4 * largestDescription
