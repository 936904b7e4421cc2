export const suggestionsTexts = {
  lead: 'Findings of the rules and the model that somebody should review.',
  noted: (note: string) => `Note: ${note}`,
  evidence: 'Evidence',
  links: {
    '/audit': 'Show in the audit log',
    '/accounts': 'Show the account',
    '/usage': 'Show the usage',
    '/': 'Show the overview',
  },
  since: 'Since',
  open: 'Open',
  resolved: 'Resolved',
  resolve: 'Resolve',
  note: 'What was done about it',
} as const
