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
  conditions: {
    of: (pattern: string) => `Conditions of ${pattern}`,
    fields: {
      domains: 'Recipients in these domains',
      recipients: 'Exactly these recipients',
      destinations: 'Exactly these destinations',
      currency: 'Currency',
      maximum: 'Amount up to',
      hour: 'Calls an hour',
      day: 'Calls a day',
      except: 'Except',
      where: 'Parameters (JSON Schema)',
    },
    help: {
      domains:
        'For example acme.com, *.acme.com. Every recipient must fit to be let through; one is enough to be stopped.',
      recipients: 'Addresses, users, numbers or channels, with commas between them.',
      destinations: 'Folders, repositories, accounts, with commas between them.',
      currency: 'For example EUR. A call in another currency is not let through.',
      maximum: 'As people write it, for example 50.00. All amounts of a call are added.',
      hour: 'By UTC, over all gateways. Empty: as many as come.',
      day: 'By UTC, over all gateways. Empty: as many as come.',
      except: 'Patterns that this rule does not ask about, for example gmail:create_draft.',
      where: 'For a pattern that names one action, for example {"properties": {"amount": {"maximum": 5000}}}.',
    },
  },
  schema: {
    example: 'Fill in an example',
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
