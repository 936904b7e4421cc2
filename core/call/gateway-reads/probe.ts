import type { Deadlines } from '../../context/index.ts'
import { asGatewayError, type ErrorCode, GatewayError } from '../../errors.ts'
import { type AnyProvider, forAccount, type Pointer } from '../../provider/index.ts'
import type { Credential, Verdicts } from '../../refresh/index.ts'
import { at, type Domain } from '../../schema/index.ts'
import type { Account, AccountRef } from '../../store/index.ts'
import type { ProviderAnswer } from '../../upstream/index.ts'
import { readVendor, type VendorParts } from '../../vendor/index.ts'

export interface ProbeTarget {
  /** The account; left out for a credential that isn't stored: nothing is recorded about it. */
  readonly ref?: AccountRef
  readonly domain: Domain
  readonly account: Account
  readonly credential: Credential
  /** True to also call the action that shows whose credential it is, if the probe doesn't. */
  readonly identify?: boolean
}

/** The provider's verdict on an account's credential. */
export interface ProbeResult {
  readonly outcome: 'ok' | 'error'
  readonly code: ErrorCode | null
  /** The provider's HTTP status; if the request never reached the provider, the status of `code`. */
  readonly status: number
  /** The reason for a failure, without secrets. */
  readonly reason: string | null
  /** The credential's owner, in the vendor's words; left out if the plugin doesn't say where the answer has it. */
  readonly identity?: string
  readonly duration_ms: number
  /** The seconds that the provider asks to wait. */
  readonly retry_after: number | null
}

/** Calls the plugin's probe action. It isn't a tenant's call, so it is neither counted nor cached. Never rejects. */
export type ProbeCall = (target: ProbeTarget, signal: AbortSignal) => Promise<ProbeResult>

const longestIdentity = 200

/** The identity at these pointers of an answer; `undefined`: there is none. */
export const identityAt = (body: unknown, pointers: Pointer | readonly Pointer[] = []): string | undefined => {
  const parts = [pointers]
    .flat()
    .map((pointer) => at(body, pointer))
    .filter((part) => typeof part === 'number' || typeof part === 'bigint' || (typeof part === 'string' && part !== ''))
  return parts.length === 0 ? undefined : parts.join(', ').slice(0, longestIdentity).toWellFormed()
}

/** The parameters for an account: `{settings.name}` in a text stands for its setting. */
const fillSettings = (params: object, { settings = {} }: Account): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? forAccount(value, settings) : value,
    ]),
  )

/** A vendor's answer to a probe, whose identity may be where callers see it. */
interface ProbeAnswer extends Pick<ProviderAnswer, 'status'> {
  readonly identityAt: (pointers: Pointer | readonly Pointer[]) => string | undefined
}

interface ProbeParts {
  readonly vendor: VendorParts
  readonly deadlines: Deadlines
  readonly verdicts: Verdicts
}

export const createProbe = (parts: ProbeParts): ProbeCall => {
  const { verdicts } = parts

  const read = async (
    { ref, domain, account, credential }: ProbeTarget,
    { action: name, params: declared }: Pick<NonNullable<AnyProvider['probe']>, 'action' | 'params'>,
    signal: AbortSignal,
  ): Promise<ProbeAnswer> => {
    const action = domain.source.action(name)
    if (!action) throw new TypeError(`the probe of ${domain.provider.id} is not an action`)
    const params = fillSettings(declared, account)
    const answer = await readVendor(parts, { ref, domain, account, credential, name, action, params }, signal)
    const { status, body } = answer
    return {
      status,
      // In a GraphQL answer, callers see what is in `data`.
      identityAt: (pointers) => identityAt(body, pointers) ?? identityAt(action.shape?.(body, answer), pointers),
    }
  }

  /**
   * The probe has succeeded, so a failure here only means that the identity is unknown: an application's own token belongs to no
   * person.
   */
  const fetchIdentity = async (
    target: ProbeTarget,
    probed: ProbeAnswer,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const { identity = [] } = target.domain.provider.probe ?? {}
    if (typeof identity === 'string' || !('action' in identity)) return probed.identityAt(identity)
    if (!target.identify) return undefined
    const answer = await read(target, identity, signal).catch(asGatewayError)
    return answer instanceof GatewayError ? undefined : answer.identityAt(identity.at)
  }

  return async (target, signal) => {
    const { ref, domain, credential } = target
    const startedAt = performance.now()
    const end = () => ({ duration_ms: Math.round(performance.now() - startedAt) })
    try {
      const { probe = { action: '', params: {} } } = domain.provider
      const probed = await read(target, probe, signal)
      const { status } = probed
      if (ref) await verdicts.accepted(ref, credential)
      const identity = await fetchIdentity(target, probed, signal)
      const reportedIdentity = identity !== undefined && { identity }
      return { outcome: 'ok', code: null, status, reason: null, ...reportedIdentity, retry_after: null, ...end() }
    } catch (thrown) {
      const { code, status, reason, extras } = asGatewayError(thrown)
      if (ref && code === 'UPSTREAM_ERROR' && status === 401) await verdicts.probeRefused(ref, credential)
      return { outcome: 'error', code, status, reason, retry_after: extras.retryAfter ?? null, ...end() }
    }
  }
}
