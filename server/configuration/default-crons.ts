/**
 * The default cron of every job: five fields, UTC. None is at a full hour, when everybody else's jobs run; `nightly`: at a time of
 * night that is each gateway's own, so that they don't all ask a vendor at once.
 */
export const defaultCrons = {
  'health-snapshot': '*/5 * * * *',
  'refresh-tokens': '* * * * *',
  'usage-roll-up': '* * * * *',
  webhooks: '* * * * *',
  revocations: '* * * * *',
  'confirm-effects': '* * * * *',
  approvals: '* * * * *',
  suggestions: '23 * * * *',
  'forget-keys': '37 * * * *',
  'forget-files': '7 * * * *',
  retention: '17 3 * * *',
  're-seal': '43 4 * * *',
  'vendor-watch': 'nightly',
} as const

export type JobName = keyof typeof defaultCrons

/** The cron of `nightly`: between 1:01 and 4:59, the same for all gateways with this seed. */
export const nightly = (seed: string): string => {
  const hash = Bun.hash.crc32(seed)
  return `${1 + (hash % 59)} ${1 + ((hash >>> 8) % 4)} * * *`
}
