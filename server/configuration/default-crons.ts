/** Every job, and when it runs unless `CRONS` says otherwise: five fields, UTC. Nothing at a full hour: all do that. */
export const defaultCrons = {
  'health-snapshot': '*/5 * * * *',
  'refresh-tokens': '* * * * *',
  'usage-roll-up': '* * * * *',
  suggestions: '23 * * * *',
  retention: '17 3 * * *',
  're-seal': '43 4 * * *',
} as const

export type JobName = keyof typeof defaultCrons
