import type { Deadlines } from '../context/index.ts'
import { asGatewayError, type ErrorCode } from '../errors.ts'
import type { AnyProvider } from '../provider/index.ts'
import type { Credential, Verdicts } from '../refresh/index.ts'
import { at, type Domain } from '../schema/index.ts'
import type { Account, AccountRef } from '../store/index.ts'
import { followPages, type ProviderAccess, type ProviderAnswer, ProviderTraffic } from '../upstream/index.ts'

export interface ProbeTarget {
  /** Left out for a credential that isn't stored: nothing is recorded about it. */
  readonly ref?: AccountRef
  readonly domain: Domain
  readonly account: Account
  readonly credential: Credential
}

/** Whether the provider accepts an account's credential. */
export interface ProbeResult {
  readonly outcome: 'ok' | 'error'
  readonly code: ErrorCode | null
  /** The provider's HTTP status; if the request never reached the provider, the status of `code`. */
  readonly status: number
  /** Why it failed, without secrets. */
  readonly reason: string | null
  /** Whose credential it is, in the vendor's words, if the plugin says where its answer has that. */
  readonly identity?: string
  readonly duration_ms: number
  /** How many seconds the provider asks to wait. */
  readonly retry_after: number | null
}

/** Calls the plugin's probe action. It isn't a tenant's call, so it is neither counted nor cached. Never rejects. */
export type Probe = (target: ProbeTarget, signal: AbortSignal) => Promise<ProbeResult>

const longestIdentity = 200

const identityOf = ({ probe }: Pick<AnyProvider, 'probe'>, body: unknown): Pick<ProbeResult, 'identity'> => {
  const pointers = probe?.identity ?? []
  const parts = (typeof pointers === 'string' ? [pointers] : pointers)
    .map((pointer) => at(body, pointer))
    .filter((part) => typeof part === 'number' || (typeof part === 'string' && part !== ''))
  return parts.length === 0 ? {} : { identity: parts.join(', ').slice(0, longestIdentity).toWellFormed() }
}

type Parts = ProviderAccess & { readonly deadlines: Deadlines; readonly verdicts: Verdicts }

export const createProbe = (parts: Parts): Probe => {
  const { verdicts } = parts

  const send = async (
    { domain, account, credential }: ProbeTarget,
    signal: AbortSignal,
  ): Promise<Pick<ProviderAnswer, 'status' | 'body'>> => {
    const { action: name = '', params: declared } = domain.provider.probe ?? {}
    const action = domain.source.action(name)
    if (!action) throw new TypeError(`the probe of ${domain.provider.id} is no action`)
    const params = { ...declared }
    const deadline = parts.deadlines.start({ startedAt: performance.now(), signal })
    try {
      const request = action.request(params, { settings: account.settings ?? {} })
      const prepared = { domain, account, name, action, params, request }
      const traffic = new ProviderTraffic(parts, prepared, credential, deadline, { answered: false, tries: undefined })
      return await (action.pages ? followPages(traffic) : traffic.send(request))
    } finally {
      deadline.clear()
    }
  }

  return async (target, signal) => {
    const { ref, domain, credential } = target
    const startedAt = performance.now()
    const end = () => ({ duration_ms: Math.round(performance.now() - startedAt) })
    try {
      const { status, body } = await send(target, signal)
      if (ref) await verdicts.accepted(ref, credential)
      const identity = identityOf(domain.provider, body)
      return { outcome: 'ok', code: null, status, reason: null, ...identity, retry_after: null, ...end() }
    } catch (thrown) {
      const { code, status, reason, extras } = asGatewayError(thrown)
      if (ref && code === 'UPSTREAM_ERROR' && status === 401) await verdicts.probeRefused(ref, credential)
      return { outcome: 'error', code, status, reason, retry_after: extras.retryAfter ?? null, ...end() }
    }
  }
}
