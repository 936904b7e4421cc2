import { CommandError } from '@patchbay/cli'
import { findDeclaredOAuth } from '@patchbay/core/provider'
import type { Domain, ProviderFacts } from '@patchbay/core/schema'
import { buildImportBodies, pickSettings } from './bodies.ts'
import type { GatewayAccount, GatewaySteps, Tested } from './gateway.ts'
import { type Brought, type Details, type Incoming, type IncomingEntry, Unfit } from './incoming.ts'

export interface MoveParts {
  readonly steps: GatewaySteps
  readonly domains: ReadonlyMap<string, Domain>
  readonly tokenUrlOf: (ref: Pick<Incoming, 'tenant' | 'provider' | 'account'>) => string | undefined
  /** If true, nothing is stored and nothing is removed. */
  readonly isDryRun: boolean
  /** True if connections that work at the gateway are removed at their source. */
  readonly removesSource: boolean
}

export interface MoveOutcome {
  readonly result: 'moved' | 'works already' | 'would move' | 'failed'
  /** The connected identity, or the reason for the failure. */
  readonly note: string
  /** True if the vendor has accepted the credential. */
  readonly isTried?: boolean
  /** Unix seconds. For a provider that rotates refresh tokens: until then neither side refreshes, and both can use the account. */
  readonly sharedUntil?: number | undefined
}

const personalOAuth = ({ auth }: ProviderFacts) => findDeclaredOAuth(auth, 'authorization_code')

/** An earlier run may have ended after storing the access token and before storing the seed. */
const lacksSeed = (stored: GatewayAccount, provider: ProviderFacts): boolean =>
  stored.seed === undefined && stored.expires_at !== null && personalOAuth(provider) !== undefined

/**
 * True if the vendor rejected the credential. Other failures may be temporary, and the stored credential may be the
 * better one.
 */
const isRefused = ({ state }: GatewayAccount, { status }: Tested): boolean =>
  state === 'needs_reauth' || state === 'expired' || status === 401 || status === 403

const refusal = ({ reason, status }: Tested): string => reason ?? `the vendor responded with ${status}`

/** Both sides refresh before the expiry: the gateway by at most ten minutes, Nango by at most fifteen. */
const aheadSeconds = 15 * 60

const unrefreshedUntil = (brought: Brought): number | undefined =>
  brought.kind === 'oauth2' && brought.expiresAt !== undefined ? brought.expiresAt - aheadSeconds : undefined

type Movable = Extract<IncomingEntry, { readonly incoming: Incoming }>

/** Stores the credential of the source, and tests it. Throws Unfit and CommandError. */
const bring = async (
  { steps, tokenUrlOf, isDryRun }: MoveParts,
  { incoming, read }: Movable,
  provider: ProviderFacts,
  keepsToken: boolean,
): Promise<MoveOutcome> => {
  const details: Details = await read()
  const settings = pickSettings(provider, details.known)
  const { token, seed } = buildImportBodies({ provider, incoming, settings, tokenUrl: tokenUrlOf(incoming) }, details)
  const { brought } = details
  if (keepsToken && !seed) return { result: 'works already', note: 'is not refreshed', isTried: true }
  const sharedUntil = seed && personalOAuth(provider)?.rotates ? unrefreshedUntil(brought) : undefined
  if (isDryRun) return { result: 'would move', note: seed ? 'refreshes itself' : 'is not refreshed' }
  await steps.addAccount(incoming, settings)
  const error = await steps.store(incoming, { ...(!keepsToken && token && { token }), ...(seed && { seed }) })
  if (error !== null) return { result: 'failed', note: `stored, but the refresh token does not work: ${error}` }
  if (!provider.probe) return { result: 'moved', note: 'not tested: the provider has no test request', sharedUntil }
  const tested = await steps.test(incoming)
  if (!tested.ok) return { result: 'failed', note: `stored, but ${refusal(tested)}` }
  return { result: 'moved', note: tested.identity ?? '', isTried: true, sharedUntil }
}

/** Throws Unfit and CommandError. */
const settle = async (parts: MoveParts, entry: Movable): Promise<MoveOutcome> => {
  const { steps, domains, isDryRun } = parts
  const { incoming } = entry
  const provider = domains.get(incoming.provider)?.provider
  if (!provider) throw new Unfit(`unknown provider ${incoming.provider}`)
  const stored = await steps.stored(incoming)
  if (!stored) return bring(parts, entry, provider, false)
  if (isDryRun) return { result: 'works already', note: `already stored: ${stored.state}` }
  if (!provider.probe) return { result: 'works already', note: 'not tested: the provider has no test request' }
  const tested = await steps.test(incoming)
  if (tested.ok && !lacksSeed(stored, provider))
    return { result: 'works already', note: tested.identity ?? '', isTried: true }
  if (!tested.ok && !isRefused(stored, tested)) throw new Unfit(`nothing was changed: ${refusal(tested)}`)
  return bring(parts, entry, provider, tested.ok)
}

/** True if the error would affect every other account too: the key is refused, or nothing answers. */
const isForAll = (error: unknown): boolean =>
  !(error instanceof Unfit) &&
  !(error instanceof CommandError && (error.ending === 'failed' || error.ending === 'missing'))

const failed = (error: unknown): MoveOutcome => {
  if (isForAll(error)) throw error
  const { message, details = [] } = error as { message: string; details?: readonly string[] }
  return { result: 'failed', note: [message, ...details].join('; ') }
}

/**
 * Moves one account, and tests it through the gateway before it counts as moved. An account that works at the gateway is never
 * touched, so a second run doesn't change it. Throws CommandError for an error that would affect every other account too.
 */
export const moveAccount = async (parts: MoveParts, entry: Movable): Promise<MoveOutcome> => {
  const outcome = await settle(parts, entry).catch(failed)
  if (!parts.removesSource || !outcome.isTried || !entry.remove) return outcome
  try {
    await entry.remove()
    return { result: outcome.result, note: outcome.note }
  } catch (error) {
    return { ...failed(error), note: `it works at the gateway, but ${failed(error).note}` }
  }
}
