/** Texts of the form parts that several screens use. */
export const formTexts = {
  copy: 'Copy',
  copied: 'Copied',
  token: {
    labelHelp: 'Who or what uses the token.',
    effects: {
      read: 'All actions that read',
      write: 'All actions that change something',
      secret: 'All actions that return credentials',
    },
    count: (some: number, all: number) => `${some} of ${all} actions`,
  },
  patterns: {
    field: 'Pattern',
    help: 'For example hubspot:read, or stripe:create_refund@live for one account.',
    addTo: { allow: 'Allow it', deny: 'Deny it' },
    remove: (pattern: string) => `Remove ${pattern}`,
    nothing: { allow: 'Nothing is allowed: every call would be refused.', deny: 'Nothing is denied.' },
  },
  accounts: {
    displayName: 'Display name',
    mainAccount: 'Main',
    add: 'Add an account',
    anotherProvider: 'Another provider',
    addProvider: 'Add',
  },
} as const
