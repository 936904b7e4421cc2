export const callTexts = {
  one: 'Call',
  details: 'Details',
  title: (provider: string | null, action: string | null) => [provider, action].filter(Boolean).join(' ') || 'Call',
  several: (count: number) => `${count.toLocaleString()} calls have this id`,
  at: 'Ended',
  protocol: 'Protocol',
  token: 'Token',
  byKey: 'an administrator',
  application: 'Application',
  cache: 'Cache',
  caches: { HIT: 'Answered from the cache', MISS: 'Asked the provider', BYPASS: 'Not cached' },
  bytes: 'Response size',
  billable: 'Billable',
  idempotencyKey: 'Idempotency key',
  classes: 'Class',
  attempts: 'Attempts at the provider',
  noAttempts: 'Nothing was sent to the provider.',
  attempt: 'Attempt',
  result: 'Result',
  around: 'Calls around it',
  entry: 'Show in the log',
  sameFailure: 'Other calls that failed like this',
  runAgain: 'Run the action',
  unknown: {
    title: 'Nobody knows whether the provider carried this out',
    crashed: 'The gateway ended during the call, and no answer was seen.',
    answered: 'The call was sent, and no answer said what became of it.',
    what: 'Look at the provider, then record what you found. Until then, running it again may do it twice.',
    found: {
      admin: {
        done: 'An administrator recorded that it was carried out',
        absent: 'An administrator recorded that it was not carried out',
      },
      job: {
        done: 'The provider told later that it was carried out',
        absent: 'The provider told later that it was not carried out',
      },
    },
    buttons: (calls: number) =>
      calls === 1
        ? { done: 'It was carried out', absent: 'It was not' }
        : { done: 'They were carried out', absent: 'They were not' },
    texts: (calls: number) =>
      calls === 1
        ? {
            done: 'The call is recorded as carried out, and billed in the month when it was made. This cannot be changed later.',
            absent: 'The call is recorded as not carried out, and not billed. This cannot be changed later.',
          }
        : {
            done: `These ${calls} calls are recorded as carried out, and billed in the month when they were made. This cannot be changed later.`,
            absent: `These ${calls} calls are recorded as not carried out, and not billed. This cannot be changed later.`,
          },
    which: 'The calls',
    failed: (failed: number, calls: number) => `${failed} of ${calls} could not be recorded:`,
    record: 'Record',
    note: 'How do you know?',
    noteHelp: 'Optional. It stands in the log beside the call.',
  },
} as const
