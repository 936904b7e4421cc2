/** The purpose of each job. */
const titles: Readonly<Record<string, string>> = {
  'health-snapshot': 'Check accounts and the store',
  'refresh-tokens': 'Refresh credentials',
  'usage-roll-up': 'Add up usage',
  webhooks: 'Send webhooks again',
  revocations: 'End access at vendors',
  'confirm-effects': 'Look for unknown writes',
  approvals: 'Carry on with approvals',
  suggestions: 'Look for problems',
  'forget-keys': 'Forget expired keys of writes',
  'forget-files': 'Delete expired files',
  retention: 'Delete old entries',
  're-seal': 'Seal again with the newest key',
  'vendor-watch': 'Watch documents of vendors',
}

/** A job of a newer gateway by its own name. */
export const nameJob = (name: string): string => (Object.hasOwn(titles, name) ? titles[name] : undefined) ?? name

export const jobsTexts = {
  lead: 'Work that the gateway does on a schedule.',
  job: 'Job',
  cron: 'Schedule (UTC)',
  everyMinutes: (count: number) => (count === 1 ? 'Every minute' : `Every ${count} minutes`),
  hourly: (minute: string) => `Hourly at :${minute}`,
  daily: (time: string) => `Daily at ${time}`,
  last: 'Last run',
  lastAt: 'Started',
  running: 'Running',
  notYet: 'Not run yet',
  response: 'Result',
  nothing: 'Nothing to do',
  next: 'Next run',
  run: 'Run now',
  runText: (job: string) => `Runs "${nameJob(job)}" (${job}) and waits until it has finished.`,
  ran: (job: string) => `${job} has run.`,
  empty: 'No job is enabled',
  emptyText: 'The variable CRONS turns jobs on.',
} as const
