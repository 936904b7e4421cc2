export const accountsTexts = {
  lead: 'Every account of every tenant, and whether its credential works.',
  rejected: 'Last rejected',
  testText: (account: string) =>
    `Calls the provider of ${account} with the stored credential. Nothing is changed there.`,
  replace: 'Replace',
  storeText: (account: string) => `The credential of ${account}. Calls use the new one immediately.`,
  connect: 'Connect link',
  connectText: (account: string) =>
    `A link for the owner of the account ${account}, who signs in at the vendor or pastes a key.`,
  removeText: (account: string) =>
    `The credential of ${account} is deleted. Calls to the account are refused until another credential is stored.`,
  noMatch: 'No account matches',
  empty: 'There are no accounts yet',
  emptyText: 'An account belongs to a tenant. Add accounts to a tenant first, then store their credentials here.',
  noTenantText: 'An account belongs to a tenant. Create a tenant first.',
  showTenants: 'Show the tenants',
} as const
