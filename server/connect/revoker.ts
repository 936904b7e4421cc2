import type { AuditLog } from '@patchbay/core/audit'
import { describeThrown } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import { inBackground } from '@patchbay/core/in-background'
import { findAuth, type Revocation, settingsIn } from '@patchbay/core/provider'
import {
  accessTokenBinding,
  appSecretBinding,
  clientSecretBinding,
  findApplicationClient,
  readSecrets,
  refreshTokenBinding,
} from '@patchbay/core/refresh'
import type { Revoked } from '@patchbay/core/refresh/revoke-token'
import type { Domain } from '@patchbay/core/schema'
import {
  accountPath,
  type Leaving,
  parseApplicationPath,
  type RevocationRecord,
  type Store,
  type VendorApplicationRecord,
} from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { type Vault, VaultError } from '@patchbay/core/vault'
import type { Log } from '../log/log.ts'
import { personalOAuth } from './context.ts'

/** Revokes access at the vendors after accounts are removed. */
export interface Revoker {
  /** What the store needs to record the access of accounts that it removes. */
  leaving(now: Date): Leaving
  /** Revokes what is due in the background. */
  wake(): void
  /** Revokes what is due until the signal is aborted; the next run does the rest. Each failure is audited. */
  endDue(signal: AbortSignal): Promise<Tally>
}

interface Tally {
  ended: number
  kept: number
  failed: number
}

export interface RevokerParts {
  readonly store: Pick<Store, 'revocations' | 'connections' | 'credentials' | 'apps'>
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly domains: ReadonlyMap<string, Domain>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly log: Pick<Log, 'error'>
  readonly now?: () => Date
}

const minute = 60_000
/** The waits after each failed try; after the last one the gateway gives up. */
const waits = [minute, 10 * minute, 60 * minute, 6 * 60 * minute, 24 * 60 * minute, 48 * 60 * minute]
const askMs = 15_000
/** Another process takes over what this one has claimed, if it dies meanwhile. */
const claimMs = minute
/** How many vendors are asked at once, and for how long: the accounts of a large tenant take several runs. */
const width = 4
const runMs = 50_000

/** `kept`: the vendor isn't asked, so that other accounts keep their access. */
type Outcome = Revoked | { readonly outcome: 'kept'; readonly error: string }

const counted = { revoked: 'ended', kept: 'kept', refused: 'failed', failed: 'failed' } as const

export const createRevoker = (parts: RevokerParts): Revoker => {
  const { store, vault, fetcher, domains, auditLog, log, now = () => new Date() } = parts

  const findOAuth = (provider: string) => {
    const domain = domains.get(provider)
    return domain && personalOAuth(domain)
  }

  const declaredBy = (provider: string, app: Pick<VendorApplicationRecord, 'revoke_url'> | null | undefined) => {
    const oauth = findOAuth(provider)
    const url = app?.revoke_url ?? oauth?.revoke?.url
    if (!oauth || url === undefined) return undefined
    // The account is gone, and its settings with it.
    const headers = Object.entries(domains.get(provider)?.provider.headers ?? {})
    const fixedHeaders = Object.fromEntries(headers.filter(([, value]) => settingsIn(value).length === 0))
    return { clientAuth: oauth.clientAuth, fixedHeaders, revoke: { ...oauth.revoke, url } }
  }

  /** The providers at which the vendor ends what one person allowed an application: Google does so in all of its own. */
  const listProvidersOfVendor = (provider: string): readonly string[] => {
    const url = findOAuth(provider)?.revoke?.url
    return [...domains.keys()].filter((id) => findOAuth(id)?.revoke?.url === url)
  }

  /** Why revoking this access would revoke that of other accounts; `undefined`: it would not. */
  const findSharedAccessReason = async (
    { ends }: Revocation,
    record: RevocationRecord,
  ): Promise<string | undefined> => {
    if (ends !== 'grant') return undefined
    if (record.identity === null)
      return 'the vendor would revoke everything that this person allowed, and it is not known who the person is'
    for (const provider of listProvidersOfVendor(record.provider)) {
      for (const link of await store.connections.connectedAs(provider, record.identity)) {
        if (await store.credentials.get(link))
          return 'another account of the same person is connected, and the vendor would revoke both'
      }
    }
    return undefined
  }

  /** The seed's application as it is now, so that a renewed secret counts; else as it was when the account was removed. */
  const findApplication = async ({ seed, app }: RevocationRecord): Promise<RevocationRecord['app']> => {
    const ref = parseApplicationPath(seed?.application)
    const client = seed && ref && (await findApplicationClient(store, seed))
    return client ? { ...ref, ...client } : app
  }

  /** The secret of the client that got the tokens: of its application, if the seed uses one. */
  const openClientSecret = async (record: RevocationRecord, app: RevocationRecord['app']): Promise<string> => {
    const { seed } = record
    const isOfApplication = app && (!seed || parseApplicationPath(seed.application))
    if (seed && !isOfApplication) return vault.open(seed.sealed_client_secret, clientSecretBinding(record))
    const sealed = app?.sealed_client_secret
    return app && sealed ? vault.open(sealed, appSecretBinding(app)) : ''
  }

  const end = async (record: RevocationRecord): Promise<Outcome> => {
    const { sealed_access_token: access, seed } = record
    const app = await findApplication(record)
    const declared = declaredBy(record.provider, app)
    if (!declared) return { outcome: 'refused', error: 'the provider no longer has a way to revoke access' }
    const secrets = access === null ? undefined : readSecrets(await vault.open(access, accessTokenBinding(record)))
    const auth = domains.get(record.provider)?.provider.auth
    if (auth && !seed && findAuth(auth, secrets?.auth)?.kind !== 'oauth2') {
      return { outcome: 'kept', error: 'it is a key that its owner created, not a sign-in' }
    }
    const others = await findSharedAccessReason(declared.revoke, record)
    if (others !== undefined) return { outcome: 'kept', error: others }
    // Loads the OAuth library, which a gateway that connects nobody never needs.
    const { revokeToken } = await import('@patchbay/core/refresh/revoke-token')
    return revokeToken(fetcher, {
      declared: declared.revoke,
      fixedHeaders: declared.fixedHeaders,
      clientId: seed?.client_id ?? app?.client_id ?? '',
      clientSecret: await openClientSecret(record, app),
      clientAuth: seed?.client_auth ?? declared.clientAuth ?? null,
      accessToken: secrets?.accessToken ?? null,
      refreshToken: seed ? await vault.open(seed.sealed_refresh_token, refreshTokenBinding(record)) : null,
      signal: AbortSignal.timeout(askMs),
    })
  }

  const record = (revocation: RevocationRecord, result: Outcome, duration_ms: number) => {
    const isOk = counted[result.outcome] !== 'failed'
    return auditLog.record({
      tenant: revocation.tenant,
      action: 'revoke_access',
      source: 'job',
      key: `tokens/${accountPath(revocation)}`,
      code: isOk ? null : 'UPSTREAM_ERROR',
      status: isOk ? 200 : 502,
      reason: 'error' in result ? result.error : null,
      duration_ms,
    })
  }

  /** Ends one access, and keeps it for another try where that may help. */
  const attempt = async (revocation: RevocationRecord): Promise<Outcome> => {
    const startedAt = performance.now()
    const result = await end(revocation).catch((error): Outcome => {
      if (!(error instanceof VaultError)) throw error
      return { outcome: 'failed', error: 'its stored credential can not be read', retryAfterMs: 0 }
    })
    const wait = result.outcome === 'failed' ? waits[revocation.failures] : undefined
    if (result.outcome === 'failed' && wait !== undefined) {
      const next_at = shiftTime(msOf(now()), Math.max(result.retryAfterMs, wait))
      await store.revocations.update({ ...revocation, failures: revocation.failures + 1, next_at })
    } else await store.revocations.remove(revocation.id)
    await record(revocation, result, Math.round(performance.now() - startedAt))
    return result
  }

  const endDue: Revoker['endDue'] = async (signal) => {
    const tally: Tally = { ended: 0, kept: 0, failed: 0 }
    const work = async (): Promise<void> => {
      while (!signal.aborted) {
        const claimed = await store.revocations.claim(now(), new Date(now().getTime() + claimMs))
        if (!claimed) return
        const { outcome } = await attempt(claimed)
        tally[counted[outcome]]++
      }
    }
    await Promise.all(Array.from({ length: width }, work))
    return tally
  }

  let isAwake = false
  let isWokenAgain = false
  const run = (): void => {
    isAwake = true
    isWokenAgain = false
    const ended = endDue(AbortSignal.timeout(runMs))
      .catch((error) => log.error({ err: error }, `access could not be revoked yet: ${describeThrown(error)}`))
      .finally(() => {
        isAwake = false
        if (isWokenAgain) run()
      })
    inBackground(ended, 'end_access')
  }
  return {
    endDue,
    leaving: (at) => ({ now: at, isRevocable: (provider, app) => declaredBy(provider, app) !== undefined }),
    wake() {
      // The run in progress may have made its last look-up already.
      if (isAwake) isWokenAgain = true
      else run()
    },
  }
}
