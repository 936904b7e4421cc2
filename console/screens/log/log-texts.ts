export const logTexts = {
  lead: 'Every call and every change, newest first. J and K go through them.',
  find: 'Reason, action, label, status:4xx, over:200ms, yesterday, or paste a request id',
  views: { all: 'All', calls: 'Calls', failed: 'Failed calls', changes: 'Changes' },
  view: 'What to show',
  code: 'Error code',
  token: 'Token or key id',
  live: 'Live',
  more: 'Export and more',
  reads: { show: 'Show reads by administrators', hide: 'Hide reads by administrators' },
  csv: 'Export as CSV',
  ndjson: 'Export as NDJSON',
  empty: 'No entry matches',
  emptyText: 'Remove a filter, or choose a longer time.',
  searchedText: 'A search looks at the last seven days, unless a time is chosen.',
  nothing: 'Nothing has happened yet',
  nothingText: 'Each call of a tenant and each change by an administrator is listed here.',
  entry: 'Log entry',
  details: 'Details',
  panel: 'The chosen entry',
  next: 'Next entry (J)',
  previous: 'Previous entry (K)',
  open: (time: string) => `Show the entry of ${time}`,
  openCall: 'Open the call',
  runAgain: 'Run the action',
  reason: 'Reason',
  label: 'Label of the token',
  over: 'Took longer than',
  likeThis: (count: number, isMost: boolean) => {
    if (count === 0) return 'None like this in the last hour'
    return count === 1
      ? 'The only one like this in the last hour'
      : `${count}${isMost ? ' or more' : ''} like this in the last hour`
  },
  ofThisTenant: 'all of this tenant',
  ofTenants: (count: number) => `of ${count} tenants`,
} as const
