export const auditTexts = {
  lead: 'Every call and every change by an administrator, newest first.',
  code: 'Error code',
  token: 'Token or key id',
  since: 'Since',
  until: 'Until',
  timeHint: '24h, 7d, or a time',
  reads: 'Reads by administrators',
  live: 'Live tail',
  csv: 'Export CSV',
  ndjson: 'Export NDJSON',
  empty: 'No entry matches',
} as const
