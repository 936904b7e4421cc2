export const jobsTexts = {
  lead: 'Work that the gateway does on a schedule. Cron expressions use UTC.',
  cron: 'Schedule',
  last: 'Last run',
  lastAt: 'Started',
  running: 'Running',
  response: 'Response',
  next: 'Next run',
  run: 'Run now',
  runText: (job: string) => `Runs ${job} and waits until it has finished.`,
  empty: 'No job is enabled',
} as const
