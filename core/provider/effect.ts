/** `500ms`, `30s`, `5m`, `1h`: whole numbers, from 0. */
export type Duration = `${bigint}${'ms' | 's' | 'm' | 'h'}`

export interface Read {
  readonly kind: 'read'
  /** How long an answer may be served from the cache, in milliseconds; 0: never. */
  readonly ttlMs: number
}

export interface Write {
  readonly kind: 'write'
  /** `never`: a failed try is not repeated. `nature`: the same call twice has one effect. `key`: the vendor drops repeats. */
  readonly idempotent: 'never' | 'nature' | 'key'
  /** The vendor's idempotency header, with `key`: core sends one value on all tries of a call, the caller's where it has one. */
  readonly keyHeader?: string
}

export type Effect = Read | Write

const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

const milliseconds = (duration: Duration): number => {
  const [, amount, name] = /^(\d+)(ms|s|m|h)$/.exec(duration) ?? []
  if (!amount) throw new TypeError(`${duration} is no duration: write it like 500ms, 30s, 5m or 1h`)
  return Number(amount) * unit[name as keyof typeof unit]
}

/** An action that changes nothing at the provider: retried, and cached for `ttl` when one is given. */
export const read = ({ ttl = '0s' }: { ttl?: Duration } = {}): Read => ({ kind: 'read', ttlMs: milliseconds(ttl) })

/**
 * An action that changes something. Retried only when it is idempotent: by nature
 * (`write({ idempotent: true })`) or by the vendor's key (`write({ idempotencyKey: 'Idempotency-Key' })`).
 */
export const write = (
  how:
    | { idempotent: true; idempotencyKey?: never }
    | { idempotencyKey: string; idempotent?: never }
    | undefined = undefined,
): Write => {
  if (how?.idempotencyKey) return { kind: 'write', idempotent: 'key', keyHeader: how.idempotencyKey }
  return { kind: 'write', idempotent: how?.idempotent ? 'nature' : 'never' }
}

/** The vendor's idempotency header; `undefined`: a read, or a write for which the vendor takes no key. */
export const keyHeaderOf = (effect: Effect): string | undefined =>
  effect.kind === 'write' ? effect.keyHeader : undefined
