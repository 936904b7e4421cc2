export const tokensTexts = {
  lead: 'What callers send. Only hashes are stored.',
  find: 'Find by label, token id or tenant',
  createText: (tenant: string) => `For callers of ${tenant}.`,
  forTenant: 'For a tenant',
  tasks: {
    policy: 'Change its policy',
    rotate: 'Rotate',
    calls: 'Show its calls',
    tenant: 'Show the tenant',
    revoke: 'Revoke',
  },
  states: { active: 'Active', expiring: 'Expires soon', expired: 'Expired' },
  rotateTitle: 'Rotate the token',
  rotateText: (label: string) =>
    `A new token takes the place of ${label}, with the same policy and limits. The old one works on for as long as you choose.`,
  grace: 'The old token stops',
  graces: {
    '0': 'at once',
    '3600': 'after an hour',
    '86400': 'after a day',
    '604800': 'after a week',
    '2592000': 'after 30 days',
  },
  rotated: 'Give this token to the caller. It is shown only once.',
  ends: 'The old token expires',
  revokeText: (label: string) =>
    `Calls with ${label} are refused at once, and everything that users granted with it ends. This can't be undone.`,
  revokeManyText:
    "Calls with them are refused at once, and everything that users granted with them ends. This can't be undone.",
  revokeAll: 'Revoke all that match',
  revoked: (label: string) => `${label} is revoked.`,
  manyRevoked: (count: number) =>
    count === 1 ? '1 token is revoked.' : `${count.toLocaleString()} tokens are revoked.`,
  revokeMany: (count: number) => (count === 1 ? 'Revoke 1 token' : `Revoke ${count.toLocaleString()} tokens`),
  empty: 'There is no token yet',
  emptyText: 'A caller sends a token with each call. Create one for a program, and let it do only what it needs.',
  noneFound: 'No token matches',
} as const
