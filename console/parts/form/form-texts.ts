/** Texts of the form parts that several screens use. */
export const formTexts = {
  token: {
    labelHelp: 'Who or what uses the token.',
    nothingChosen: 'Nothing is selected, so the token may do everything that the tenant may do.',
    effects: {
      read: 'All actions that read',
      write: 'All actions that change something',
      secret: 'All actions that return credentials',
    },
    count: (some: number, all: number) => `${some} of ${all} actions`,
  },
  patterns: {
    field: { allow: 'Allow a pattern', deny: 'Deny a pattern', ask: 'Ask before a pattern' },
    help: {
      allow: 'For example hubspot:read, or stripe:create_refund@live for one account.',
      deny: 'For example *:write for all writes, or stripe:create_refund@live for one account.',
      ask: 'For example *:write for all writes, or stripe:create_refund@live for one account.',
    },
    addTo: { allow: 'Allow', deny: 'Deny', ask: 'Ask first' },
    remove: (pattern: string) => `Remove ${pattern}`,
    nothing: {
      allow: 'Nothing is allowed: every call would be refused.',
      deny: 'Nothing is denied.',
      ask: 'Nobody is asked.',
    },
  },
  schema: {
    json: 'JSON',
    optional: (count: number) =>
      count === 1 ? '1 optional parameter' : `${count.toLocaleString()} optional parameters`,
  },
  accounts: {
    displayName: 'Display name',
    mainAccount: 'Main',
    add: 'Add an account',
    remove: (account: string) => `Remove the account ${account}`,
    anotherProvider: 'Another provider',
  },
} as const
