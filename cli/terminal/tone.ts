/** The meaning of a value for the reader; the terminal gives each a colour. `quiet` marks details. */
export type TextTone = 'good' | 'warning' | 'bad' | 'quiet'

const words: Readonly<Record<Exclude<TextTone, 'quiet'>, readonly string[]>> = {
  good: ['ok', 'valid', 'active', 'connected', 'approved', 'done', 'moved', 'healthy'],
  warning: [
    'warning',
    'medium',
    'expiring_soon',
    'waiting',
    'pending',
    'opened',
    'suspended',
    'unknown',
    'withdrawn',
    'skipped',
  ],
  bad: [
    'fault',
    'error',
    'failed',
    'high',
    'expired',
    'rejected',
    'needs_reauth',
    'refused',
    'disconnected',
    'unhealthy',
  ],
}

const byWord = new Map(Object.entries(words).flatMap(([tone, each]) => each.map((word) => [word, tone as TextTone])))

/** The tone of a state, or of an HTTP status; `undefined`: neither good nor bad. */
export const chooseTone = (value: unknown): TextTone | undefined => {
  if (typeof value !== 'number') return byWord.get(String(value))
  if (value >= 500) return 'bad'
  return value >= 400 ? 'warning' : undefined
}
