import { oauthOf } from '@patchbay/core/provider'
import type { Domain, ProviderFacts } from '@patchbay/core/schema'
import { CommandError } from '../command-error.ts'
import { bodiesOf, settingsOf } from './bodies.ts'
import type { GatewaySteps, Stored, Tested } from './gateway.ts'
import { type Brought, type Details, type Entry, type Incoming, Unfit } from './incoming.ts'

export interface MoveParts {
  readonly steps: GatewaySteps
  readonly domains: ReadonlyMap<string, Domain>
  readonly tokenUrlOf: (ref: Pick<Incoming, 'tenant' | 'provider' | 'account'>) => string | undefined
  /** Nothing is stored, and nothing removed. */
  readonly isDryRun: boolean
  /** Whether what works at the gateway is removed at its source. */
  readonly removesSource: boolean
}

export interface Outcome {
  readonly result: 'moved' | 'works already' | 'would move' | 'failed'
  /** Who was connected, or why it failed. */
  readonly note: string
  /** Whether the vendor has accepted the credential. */
  readonly isTried?: boolean
  /** Unix seconds: until then neither side refreshes, and both can use the account. Of a provider that rotates refresh tokens. */
  readonly sharedUntil?: number | undefined
}

const personalOAuth = ({ auth }: ProviderFacts) => {
  const oauth = oauthOf(auth)
  return oauth && (oauth.grant === undefined || oauth.grant === 'authorization_code') ? oauth : undefined
}

/** An earlier run may have ended between the access token and the seed. */
const lacksSeed = (stored: Stored, provider: ProviderFacts): boolean =>
  stored.seed === undefined && stored.expires_at !== null && personalOAuth(provider) !== undefined

/** Whether the vendor has said no; anything else may be over soon, and what is stored may be the better credential. */
const isRefused = ({ state }: Stored, { status }: Tested): boolean =>
  state === 'needs_reauth' || state === 'expired' || status === 401 || status === 403

const refusal = ({ reason, status }: Tested): string => reason ?? `the vendor answered ${status}`

/** Both sides refresh ahead of the expiry: the gateway by ten minutes at most, Nango by fifteen. */
const aheadSeconds = 15 * 60

const unrefreshedUntil = (brought: Brought): number | undefined =>
  brought.kind === 'oauth2' && brought.expiresAt !== undefined ? brought.expiresAt - aheadSeconds : undefined

type Movable = Extract<Entry, { readonly incoming: Incoming }>

/** Stores what the source has, and tries it. Throws Unfit and CommandError. */
const bring = async (
  { steps, tokenUrlOf, isDryRun }: MoveParts,
  { incoming, read }: Movable,
  provider: ProviderFacts,
  keepsToken: boolean,
): Promise<Outcome> => {
  const details: Details = await read()
  const settings = settingsOf(provider, details.known)
  const { token, seed } = bodiesOf({ provider, incoming, settings, tokenUrl: tokenUrlOf(incoming) }, details)
  const { brought } = details
  if (keepsToken && !seed) return { result: 'works already', note: 'is not refreshed', isTried: true }
  const sharedUntil = seed && personalOAuth(provider)?.rotates ? unrefreshedUntil(brought) : undefined
  if (isDryRun) return { result: 'would move', note: seed ? 'refreshes itself' : 'is not refreshed' }
  await steps.addAccount(incoming, settings)
  const error = await steps.store(incoming, { ...(!keepsToken && token && { token }), ...(seed && { seed }) })
  if (error !== null) return { result: 'failed', note: `stored, but the refresh token is no good: ${error}` }
  if (!provider.probe)
    return { result: 'moved', note: 'not tried: the provider has nothing to try it with', sharedUntil }
  const tested = await steps.test(incoming)
  if (!tested.ok) return { result: 'failed', note: `stored, but ${refusal(tested)}` }
  return { result: 'moved', note: tested.identity ?? '', isTried: true, sharedUntil }
}

/** Throws Unfit and CommandError. */
const settle = async (parts: MoveParts, entry: Movable): Promise<Outcome> => {
  const { steps, domains, isDryRun } = parts
  const { incoming } = entry
  const provider = domains.get(incoming.provider)?.provider
  if (!provider) throw new Unfit(`there is no provider ${incoming.provider}`)
  const stored = await steps.stored(incoming)
  if (!stored) return bring(parts, entry, provider, false)
  if (isDryRun) return { result: 'works already', note: `is stored: ${stored.state}` }
  if (!provider.probe) return { result: 'works already', note: 'not tried: the provider has nothing to try it with' }
  const tested = await steps.test(incoming)
  if (tested.ok && !lacksSeed(stored, provider))
    return { result: 'works already', note: tested.identity ?? '', isTried: true }
  if (!tested.ok && !isRefused(stored, tested)) throw new Unfit(`nothing was changed: ${refusal(tested)}`)
  return bring(parts, entry, provider, tested.ok)
}

/** An error that would meet every other account as well: the key is refused, or nobody answers. */
const isForAll = (error: unknown): boolean =>
  !(error instanceof Unfit) &&
  !(error instanceof CommandError && (error.ending === 'failed' || error.ending === 'missing'))

const failed = (error: unknown): Outcome => {
  if (isForAll(error)) throw error
  const { message, details = [] } = error as { message: string; details?: readonly string[] }
  return { result: 'failed', note: [message, ...details].join('; ') }
}

/**
 * Moves one account, and tries it on the gateway's own way before it counts. What works at the gateway is never touched, so that
 * a second run changes nothing of it. Throws CommandError for what would meet every other account as well.
 */
export const moveAccount = async (parts: MoveParts, entry: Movable): Promise<Outcome> => {
  const outcome = await settle(parts, entry).catch(failed)
  if (!parts.removesSource || !outcome.isTried || !entry.remove) return outcome
  try {
    await entry.remove()
    return { result: outcome.result, note: outcome.note }
  } catch (error) {
    return { ...failed(error), note: `it works at the gateway, but ${failed(error).note}` }
  }
}
