import type { Deadlines } from '../context/index.ts'
import { asGatewayError, type ErrorCode, GatewayError } from '../errors.ts'
import type { AnyProvider, Pointer } from '../provider/index.ts'
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
  /** Whether to make the read that says whose credential it is, where that isn't the probe itself. */
  readonly identify?: boolean
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

/** Whose credential it is, as an answer says it at these pointers; `undefined`: it doesn't. */
export const identityAt = (body: unknown, pointers: Pointer | readonly Pointer[] = []): string | undefined => {
  const parts = [pointers]
    .flat()
    .map((pointer) => at(body, pointer))
    .filter((part) => typeof part === 'number' || (typeof part === 'string' && part !== ''))
  return parts.length === 0 ? undefined : parts.join(', ').slice(0, longestIdentity).toWellFormed()
}

type Parts = ProviderAccess & { readonly deadlines: Deadlines; readonly verdicts: Verdicts }

export const createProbe = (parts: Parts): Probe => {
  const { verdicts } = parts

  const send = async (
    { domain, account, credential }: ProbeTarget,
    { action: name, params: declared }: Pick<NonNullable<AnyProvider['probe']>, 'action' | 'params'>,
    signal: AbortSignal,
  ): Promise<Pick<ProviderAnswer, 'status' | 'body'>> => {
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

  /** The probe has worked, so a failure here means that nobody is told: an application's own token belongs to no person. */
  const identityOf = async (target: ProbeTarget, body: unknown, signal: AbortSignal): Promise<string | undefined> => {
    const { identity = [] } = target.domain.provider.probe ?? {}
    if (typeof identity === 'string' || !('action' in identity)) return identityAt(body, identity)
    if (!target.identify) return undefined
    const answer = await send(target, identity, signal).catch(asGatewayError)
    return answer instanceof GatewayError ? undefined : identityAt(answer.body, identity.at)
  }

  return async (target, signal) => {
    const { ref, domain, credential } = target
    const startedAt = performance.now()
    const end = () => ({ duration_ms: Math.round(performance.now() - startedAt) })
    try {
      const { probe = { action: '', params: {} } } = domain.provider
      const { status, body } = await send(target, probe, signal)
      if (ref) await verdicts.accepted(ref, credential)
      const identity = await identityOf(target, body, signal)
      const told = identity !== undefined && { identity }
      return { outcome: 'ok', code: null, status, reason: null, ...told, retry_after: null, ...end() }
    } catch (thrown) {
      const { code, status, reason, extras } = asGatewayError(thrown)
      if (ref && code === 'UPSTREAM_ERROR' && status === 401) await verdicts.probeRefused(ref, credential)
      return { outcome: 'error', code, status, reason, retry_after: extras.retryAfter ?? null, ...end() }
    }
  }
}
