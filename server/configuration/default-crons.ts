/** The default cron of every job: five fields, UTC. None is at a full hour, when everybody else's jobs run. */
export const defaultCrons = {
  'health-snapshot': '*/5 * * * *',
  'refresh-tokens': '* * * * *',
  'usage-roll-up': '* * * * *',
  webhooks: '* * * * *',
  revocations: '* * * * *',
  suggestions: '23 * * * *',
  retention: '17 3 * * *',
  're-seal': '43 4 * * *',
} as const

export type JobName = keyof typeof defaultCrons
