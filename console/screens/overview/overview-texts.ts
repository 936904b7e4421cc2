export const overviewTexts = {
  lead: 'All tenants, as it is now.',
  now: {
    title: 'Calls of the last 15 minutes',
    when: 'in the last 15 minutes',
    well: 'No call has failed',
    failed: (errors: number) => (errors === 1 ? '1 call has failed' : `${errors.toLocaleString()} calls have failed`),
    of: (calls: number) => `of ${calls.toLocaleString()}`,
    quiet: 'Nobody has called',
    /** These count as failed, and are no failures with a cause. */
    unknown: (calls: number) => `${calls.toLocaleString()} × unknown outcome`,
    cause: (reason: string, calls: number) => `${calls.toLocaleString()} × ${reason}`,
    more: (others: number) => (others === 1 ? '1 other cause' : `${others.toLocaleString()} other causes`),
  },
  unknown: {
    title: 'Writes with an unknown outcome',
    count: (calls: number, hasMore: boolean) => {
      if (calls === 1 && !hasMore) return '1 write has an unknown outcome'
      return `${hasMore ? `More than ${calls}` : calls} writes have an unknown outcome`
    },
    lead: (count: number) =>
      `The provider may have carried ${count === 1 ? 'it' : 'them'} out. Look there, then record what you found.`,
    all: 'All of them',
    chooseAll: 'Select all of these',
  },
  figures: {
    calls: 'Calls, 24 hours',
    failed: 'Failed, 24 hours',
    p95: 'p95, 24 hours',
    cache: 'Cached, 24 hours',
    failedOf: (share: string) => `${share} of all`,
  },
  hours: 'Calls by hour',
  ok: 'OK',
  failed: 'Failed',
  share: 'Share that failed',
  p95: 'p95',
  mend: {
    title: 'Needs attention',
    waiting: (count: number) =>
      count === 1 ? '1 call waits for a decision' : `${count.toLocaleString()} calls wait for a decision`,
    accounts: (count: number) => (count === 1 ? '1 account' : `${count.toLocaleString()} accounts`),
    states: {
      rejected: 'rejected by the provider',
      needs_reauth: 'that the owner has to connect again',
      expired: 'with an expired credential',
      silent: 'whose last probe failed',
    },
    reconnect: 'Create links',
    show: 'Show',
    none: 'Every connected account works',
    noneYet: 'No account is connected yet',
    never: (count: number) => `${count.toLocaleString()} never connected`,
    suggestions: (count: number) =>
      count === 1 ? '1 finding of high severity' : `${count.toLocaleString()} findings of high severity`,
    jobs: (count: number) => (count === 1 ? '1 job is late' : `${count.toLocaleString()} jobs are late`),
    store: 'The store did not answer the last snapshot',
  },
  slowest: { title: 'Slowest actions', lead: 'p95 of the last two weeks', none: 'Too few calls to say' },
  costly: { title: 'Highest costs', lead: 'This month', none: 'No tenant has a plan', all: 'All costs' },
  failing: {
    title: 'Providers',
    lead: 'Calls of the last two weeks',
    none: 'No calls',
    fails: (share: string) => `${share} failed`,
  },
  health: {
    title: 'Gateway',
    store: 'Store',
    memory: 'Memory',
    uptime: 'Uptime',
    loop: 'Event loop delay, p99',
    asOf: 'Snapshot',
    none: 'No health snapshot yet. The job health-snapshot takes one every few minutes.',
  },
  noCalls: 'No calls in the last 24 hours',
  noTenants: 'Create a tenant and a token, then make a call with the token. Each call shows up here.',
  noCallsYet: 'Each call of a tenant shows up here. Give a caller a token, and see its first call.',
  showTokens: 'Show the tokens',
} as const
