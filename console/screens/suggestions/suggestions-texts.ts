export const suggestionsTexts = {
  lead: 'What the rules and the model found, and what to do about it.',
  find: 'Filter: severity:high, kind:token-lapses, tenant:acme',
  views: { open: 'Open', resolved: 'Resolved' },
  view: 'Which findings',
  kind: 'Kind',
  severities: {
    high: 'High: calls fail, or soon will',
    medium: 'Medium: look at these this week',
    low: 'Low: when there is time',
  },
  /** The titles of kinds of findings. A model names kinds of its own. */
  kinds: {
    'answers-differ': 'Answers of a new shape',
    'application-refused': 'Applications that the vendor refuses',
    'document-differs': 'Documents that have changed',
    'document-unreadable': 'Documents that could not be read',
    'effect-unknown': 'Writes with an unknown outcome',
    'error-spike': 'Calls that fail',
    'invalid-parameters': 'Wrong parameters',
    'latency-spike': 'Slow calls',
    'limited-clients': 'Calls over the limits of this gateway',
    'needs-reauthorization': 'Accounts to reconnect',
    'never-cached': 'Answers that the cache never serves',
    'probe-fails': 'Accounts whose probe fails',
    'quota-forecast': 'Plans that are used up',
    'rate-limited': "Calls over the provider's limits",
    'secret-ends': 'Secrets of applications that end',
    'token-lapses': 'Credentials that expire',
    'unused-account': 'Accounts without calls',
    'unused-token': 'Tenant tokens without use',
  } as Readonly<Record<string, string>>,
  group: (title: string, count: number) => `${title} (${count.toLocaleString()})`,
  showAll: (count: number) => `Show all ${count.toLocaleString()}`,
  noted: (note: string) => `Note: ${note}`,
  step: 'Next step',
  steps: {
    reconnect: 'Connect again',
    log: 'Show in the log',
    account: 'Show the account',
    usage: 'Show the usage',
    overview: 'Show the overview',
    application: 'Show the application',
    tokens: 'Show the tokens',
    provider: 'Show the provider',
  },
  since: 'Since',
  resolve: 'Resolve',
  resolveNote: 'Resolve with a note',
  resolved: (title: string) => `Resolved: ${title}`,
  note: 'What was done about it',
  empty: 'Nothing to review',
  emptyText: 'The job suggestions looks for problems every hour.',
  noneFound: 'No finding matches',
} as const

/** The title of a kind. */
export const nameKind = (kind: string): string => {
  if (Object.hasOwn(suggestionsTexts.kinds, kind)) return suggestionsTexts.kinds[kind] ?? kind
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
