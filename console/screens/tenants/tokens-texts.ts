export const tokensTexts = {
  lead: 'What callers of a tenant send. Only hashes are stored.',
  choose: 'Choose a tenant to see its tokens',
  createText: (tenant: string) => `For callers of ${tenant}.`,
  revokeText: (token: string) =>
    `Calls with ${token} are refused from now on, and everything that users granted with it ends.`,
  empty: 'This tenant has no token',
  emptyText: 'Create a token, so that callers can use this tenant.',
} as const
