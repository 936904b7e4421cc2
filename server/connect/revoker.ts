import type { AuditLog } from '@patchbay/core/audit'
import { reasonOf } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import { authOf, type Revocation, settingsIn } from '@patchbay/core/provider'
import {
  accessTokenBinding,
  appSecretBinding,
  clientSecretBinding,
  readSecrets,
  refreshTokenBinding,
} from '@patchbay/core/refresh'
import type { Revoked } from '@patchbay/core/refresh/revoke-token'
import type { Domain } from '@patchbay/core/schema'
import { type AppRecord, accountPath, type Leaving, type RevocationRecord, type Store } from '@patchbay/core/store'
import { type Vault, VaultError } from '@patchbay/core/vault'
import type { Log } from '../log/log.ts'
import { personalOAuth } from './context.ts'

/** Ends accesses at the vendors, after their accounts are removed. */
export interface Revoker {
  /** What the store needs to keep the accesses of accounts that it removes. */
  leaving(now: Date): Leaving
  /** Ends what is due while the caller goes on. */
  wake(): void
  /** Ends what is due, until the signal: what is left is for the next run. Each failure is audited. */
  endDue(signal: AbortSignal): Promise<Tally>
}

interface Tally {
  ended: number
  kept: number
  failed: number
}

export interface RevokerParts {
  readonly store: Pick<Store, 'revocations' | 'connections' | 'credentials'>
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
/** So many vendors are asked at once, and so long: the accounts of a large tenant end in several runs. */
const width = 4
const runMs = 50_000

/** `kept`: the vendor isn't asked, so that others keep their access. */
type Outcome = Revoked | { readonly outcome: 'kept'; readonly error: string }

const counted = { revoked: 'ended', kept: 'kept', refused: 'failed', failed: 'failed' } as const

export const createRevoker = (parts: RevokerParts): Revoker => {
  const { store, vault, fetcher, domains, auditLog, log, now = () => new Date() } = parts

  const oauthOf = (provider: string) => {
    const domain = domains.get(provider)
    return domain && personalOAuth(domain)
  }

  const declaredBy = (provider: string, app: Pick<AppRecord, 'revoke_url'> | null | undefined) => {
    const oauth = oauthOf(provider)
    const url = app?.revoke_url ?? oauth?.revoke?.url
    if (!oauth || url === undefined) return undefined
    // The account is gone, and its settings with it.
    const headers = Object.entries(domains.get(provider)?.provider.headers ?? {})
    const fixedHeaders = Object.fromEntries(headers.filter(([, value]) => settingsIn(value).length === 0))
    return { clientAuth: oauth.clientAuth, fixedHeaders, revoke: { ...oauth.revoke, url } }
  }

  /** The providers at which the vendor ends what one person allowed an application: Google does so in all of its own. */
  const ofOneVendor = (provider: string): readonly string[] => {
    const url = oauthOf(provider)?.revoke?.url
    return [...domains.keys()].filter((id) => oauthOf(id)?.revoke?.url === url)
  }

  /** Why ending the access would end others'; `undefined`: it would not. */
  const othersOf = async ({ ends }: Revocation, record: RevocationRecord): Promise<string | undefined> => {
    if (ends !== 'grant') return undefined
    if (record.identity === null)
      return 'the vendor would end all that this person allowed, and it is not known who it is'
    for (const provider of ofOneVendor(record.provider)) {
      for (const link of await store.connections.connectedAs(provider, record.identity)) {
        if (await store.credentials.get(link))
          return 'another account of the same person is connected, and the vendor would end both'
      }
    }
    return undefined
  }

  const end = async (record: RevocationRecord): Promise<Outcome> => {
    const { sealed_access_token: access, seed, app } = record
    const declared = declaredBy(record.provider, app)
    if (!declared) return { outcome: 'refused', error: 'the provider has no way to end an access any more' }
    const secrets = access === null ? undefined : readSecrets(await vault.open(access, accessTokenBinding(record)))
    const auth = domains.get(record.provider)?.provider.auth
    if (auth && !seed && authOf(auth, secrets?.auth)?.kind !== 'oauth2') {
      return { outcome: 'kept', error: 'it is a key that its owner has made, and not a sign-in' }
    }
    const others = await othersOf(declared.revoke, record)
    if (others !== undefined) return { outcome: 'kept', error: others }
    // Loads the OAuth library, which a gateway that connects nobody never needs.
    const { revokeToken } = await import('@patchbay/core/refresh/revoke-token')
    const appSecret = app?.sealed_client_secret
    return revokeToken(fetcher, {
      declared: declared.revoke,
      fixedHeaders: declared.fixedHeaders,
      clientId: seed?.client_id ?? app?.client_id ?? '',
      clientSecret: seed
        ? await vault.open(seed.sealed_client_secret, clientSecretBinding(record))
        : app && appSecret
          ? await vault.open(appSecret, appSecretBinding(app))
          : '',
      clientAuth: seed?.client_auth ?? declared.clientAuth ?? null,
      accessToken: secrets?.accessToken ?? null,
      refreshToken: seed ? await vault.open(seed.sealed_refresh_token, refreshTokenBinding(record)) : null,
      signal: AbortSignal.timeout(askMs),
    })
  }

  const record = (revocation: RevocationRecord, result: Outcome, duration_ms: number) => {
    const isOk = counted[result.outcome] !== 'failed'
    return auditLog.record({
      ...{
        tenant: revocation.tenant,
        action: 'revoke_access',
        source: 'job',
        key: `tokens/${accountPath(revocation)}`,
      },
      ...{ outcome: isOk ? 'ok' : 'error', code: isOk ? null : 'UPSTREAM_ERROR', status: isOk ? 200 : 502 },
      ...{ reason: 'error' in result ? result.error : null },
      ...{ ip: null, token_id: null, request_id: null, duration_ms },
    })
  }

  /** Ends one access, and keeps it for another try where that may help. */
  const attempt = async (revocation: RevocationRecord): Promise<Outcome> => {
    const startedAt = performance.now()
    const result = await end(revocation).catch((error): Outcome => {
      if (!(error instanceof VaultError)) throw error
      return { outcome: 'failed', error: 'what is stored for it can not be read', retryAfterMs: 0 }
    })
    const wait = result.outcome === 'failed' ? waits[revocation.failures] : undefined
    if (result.outcome === 'failed' && wait !== undefined) {
      const next_at = now().getTime() + Math.max(result.retryAfterMs, wait)
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
  return {
    endDue,
    leaving: (at) => ({ now: at, isRevocable: (provider, app) => declaredBy(provider, app) !== undefined }),
    wake() {
      // What the run that is under way doesn't see any more is for the job.
      if (isAwake) return
      isAwake = true
      endDue(AbortSignal.timeout(runMs))
        .catch((error) => log.error({ err: error }, `accesses could not be ended yet: ${reasonOf(error)}`))
        .finally(() => {
          isAwake = false
        })
    },
  }
}
