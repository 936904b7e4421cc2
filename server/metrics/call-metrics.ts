import type { LimitOutcome } from '@patchbay/core/admission'
import type { CallObserver } from '@patchbay/core/audit'
import type { CacheState, CallRecord } from '@patchbay/core/context'
import { Counter, Histogram, type Registry } from 'prom-client'

/** The buckets of durations, in seconds. A cache hit takes less than the first bucket; the last is the longest deadline. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The number of durations that are observed together. Observing each by itself, between other work, would cost four times as much. */
const mostWaiting = 1000

interface Series {
  readonly labels: {
    readonly provider: string
    readonly action: string
    readonly source: string
    readonly code: string
  }
  readonly seconds: Histogram.Internal<string>
  count: number
  /** The durations that are still to be observed, in milliseconds. */
  waiting: number[]
}

const observe = (series: Series): void => {
  for (const ms of series.waiting) series.seconds.observe(ms / 1000)
  series.waiting = []
}

/** The outcomes of calls since the previous reading. */
export interface OutcomeTally {
  readonly total: number
  readonly errors: number
}

/** Counts calls as they are recorded. */
export interface CallMetrics extends CallObserver {
  /** Counts a refresh of an account's token; `code` is `null` when it succeeded. */
  refreshed(provider: string, code: string | null): void
  /** Counts what a provider's own rate limit has done to a call. */
  limited(provider: string, outcome: LimitOutcome): void
  tally(): OutcomeTally
}

/** Calls and their durations by provider, action, source and code. */
class CallSeries {
  readonly #series = new Map<string, Series>()
  readonly #seconds: Histogram<string>

  constructor(registry: Registry) {
    const series = this.#series
    new Counter({
      name: 'patchbay_calls_total',
      help: 'Calls by authenticated callers; code is OK or the error code of the answer',
      labelNames: ['provider', 'action', 'source', 'code'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, count } of series.values()) this.inc(labels, count)
      },
    })
    this.#seconds = new Histogram({
      name: 'patchbay_call_duration_seconds',
      help: 'How long calls took, the provider included',
      labelNames: ['provider'],
      buckets,
      registers: [registry],
      collect() {
        for (const each of series.values()) observe(each)
      },
    })
  }

  add(provider: string, { action, source }: CallRecord, code: string | null, durationMs: number): void {
    const name = `${provider} ${action} ${source} ${code}`
    let series = this.#series.get(name)
    if (!series) {
      const labels = { provider, action: action ?? '', source, code: code ?? 'OK' }
      series = { labels, seconds: this.#seconds.labels({ provider }), count: 0, waiting: [] }
      this.#series.set(name, series)
    }
    series.count++
    series.waiting.push(durationMs)
    if (series.waiting.length >= mostWaiting) observe(series)
  }
}

/** Returns a function that counts what the cache did for an answer. */
const countCacheStates = (registry: Registry): ((provider: string, cache: CacheState) => void) => {
  const countsByProvider = new Map<string, Record<CacheState, number>>()
  new Counter({
    name: 'patchbay_cache_total',
    help: 'Answers to calls by what the cache did: HIT, MISS or BYPASS',
    labelNames: ['provider', 'cache'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [provider, counts] of countsByProvider) {
        for (const [cache, count] of Object.entries(counts)) this.inc({ provider, cache }, count)
      }
    },
  })
  return (provider, cache) => {
    let counts = countsByProvider.get(provider)
    if (!counts) {
      counts = { HIT: 0, MISS: 0, BYPASS: 0 }
      countsByProvider.set(provider, counts)
    }
    counts[cache]++
  }
}

/** The outcome of a refresh. A person is needed only when the refresh token was refused. */
const readRefreshOutcome = (code: string | null): 'ok' | 'needs_reauth' | 'error' => {
  if (code === null) return 'ok'
  return code === 'TOKEN_EXPIRED' ? 'needs_reauth' : 'error'
}

/**
 * Counters of calls, refusals and token refreshes. Labels name only registered providers and declared actions, so their number is
 * bounded; other values are left empty. A call only adds to plain numbers, and prom-client gets the sums when the metrics are read,
 * because its own counters would cost more than the rest of the recording.
 */
export const createCallMetrics = (registry: Registry, providers: ReadonlySet<string>): CallMetrics => {
  const registers = [registry]
  const series = new CallSeries(registry)
  const countCache = countCacheStates(registry)
  const refused = new Counter({
    name: 'patchbay_refused_total',
    help: 'Requests refused before their caller was known',
    labelNames: ['source', 'code'],
    registers,
  })
  const refreshes = new Counter({
    name: 'patchbay_token_refreshes_total',
    help: 'Refreshes of credentials; outcome is ok, error (the token endpoint failed) or needs_reauth',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const limits = new Counter({
    name: 'patchbay_provider_limits_total',
    help: "What providers' own rate limits did to calls; outcome is waited, refused (before the provider was asked) or vendor_refused",
    labelNames: ['provider', 'outcome'],
    registers,
  })

  let total = 0
  let errors = 0
  const registered = (provider: string | undefined): string =>
    provider !== undefined && providers.has(provider) ? provider : ''

  return {
    call(record, code, durationMs) {
      const provider = registered(record.provider)
      series.add(provider, record, code, durationMs)
      total++
      if (code !== null) errors++
      else countCache(provider, record.cache ?? 'BYPASS')
    },
    refused: ({ source, code }) => refused.inc({ source, code }),
    refreshed: (provider, code) => refreshes.inc({ provider: registered(provider), outcome: readRefreshOutcome(code) }),
    limited: (provider, outcome) => limits.inc({ provider: registered(provider), outcome }),
    tally() {
      const since = { total, errors }
      total = 0
      errors = 0
      return since
    },
  }
}
