import type { AdminApi } from '../admin-api.ts'
import { CommandError } from '../command-error.ts'
import type { Bodies } from './bodies.ts'
import type { Incoming } from './incoming.ts'

/** What the gateway says of a stored credential. */
export interface Stored {
  readonly state: 'valid' | 'expiring_soon' | 'expired' | 'rejected' | 'needs_reauth'
  /** Unix seconds; `null`: never. */
  readonly expires_at: number | null
  readonly seed?: object
}

export interface Tested {
  readonly ok: boolean
  readonly status: number
  readonly reason: string | null
  readonly identity?: string
}

interface Tenant {
  readonly providers: Readonly<
    Record<string, { readonly accounts: readonly { readonly id: string }[]; readonly default?: string }>
  >
}

type Account = Pick<Incoming, 'tenant' | 'provider' | 'account'>

const pathOf = ({ tenant, provider, account }: Account): string => `/admin/tokens/${tenant}/${provider}/${account}`

/** What a record holds; `undefined`: there is none. */
const unlessMissing = async <T>(found: Promise<T>): Promise<T | undefined> => {
  try {
    return await found
  } catch (error) {
    if (error instanceof CommandError && error.ending === 'missing') return undefined
    throw error
  }
}

const mostTries = 5

/** The steps of moving one account, by the admin API. All throw CommandError. */
export const gatewaySteps = (api: AdminApi) => {
  /** `false`: somebody else changed the tenant in this moment. */
  const unlessChanged = async (change: Promise<Response>): Promise<boolean> => {
    try {
      await change
      return true
    } catch (error) {
      if (error instanceof CommandError && error.status === 412) return false
      throw error
    }
  }

  const tryToAdd = async (
    { tenant, tenantName: name, provider, account, label }: Incoming,
    settings: Readonly<Record<string, string>>,
  ): Promise<boolean> => {
    const path = `/admin/tenants/${tenant}`
    const added = { id: account, label, ...(Object.keys(settings).length > 0 && { settings }) }
    const found = await unlessMissing(api.send('GET', path))
    if (!found) {
      const body = { name, status: 'active', providers: { [provider]: { accounts: [added] } } }
      return unlessChanged(api.send('PUT', path, { body, headers: { 'if-none-match': '*' } }))
    }
    const { providers } = (await found.json()) as Tenant
    const { accounts = [], default: chosen = account } = providers[provider] ?? {}
    if (accounts.some(({ id }) => id === account)) return true
    const body = { providers: { [provider]: { accounts: [...accounts, added], default: chosen } } }
    return unlessChanged(api.send('PATCH', path, { body, headers: { 'if-match': found.headers.get('etag') ?? '' } }))
  }

  return {
    stored: (ref: Account) => unlessMissing(api.json('GET', pathOf(ref))) as unknown as Promise<Stored | undefined>,

    /** The provider's probe, as the gateway makes it: on its own way, with its own refresh. */
    test: (ref: Account) => api.json('POST', `${pathOf(ref)}/test`) as unknown as Promise<Tested>,

    /** Adds the account to its tenant, and the tenant if there is none. What is there stays as it is. */
    async addAccount(incoming: Incoming, settings: Readonly<Record<string, string>>): Promise<void> {
      for (let tries = 1; !(await tryToAdd(incoming, settings)); tries++) {
        if (tries === mostTries) throw new CommandError('failed', `others keep changing the tenant ${incoming.tenant}`)
      }
    },

    /**
     * The access token comes first: while it is good, storing the seed doesn't use the refresh token, which many vendors take once.
     * Returns why the refresh token is no good, if it had to be used.
     */
    async store(ref: Account, { token, seed }: Bodies): Promise<string | null> {
      if (token) await api.json('PUT', pathOf(ref), { body: token })
      const used = seed && (await api.json('POST', '/admin/seed-oauth', { body: seed }))
      return typeof used?.error === 'string' ? used.error : null
    },
  }
}

export type GatewaySteps = ReturnType<typeof gatewaySteps>

/** The token endpoints of the operator's applications, by provider and tenant. */
export const tokenUrls = async (api: AdminApi): Promise<(ref: Account) => string | undefined> => {
  const { apps = [] } = ((await api.json('GET', '/admin/apps')) ?? {}) as {
    readonly apps?: readonly {
      readonly provider: string
      readonly tenant: string | null
      readonly token_url: string | null
    }[]
  }
  return ({ tenant, provider }) => {
    const own = apps.find((app) => app.provider === provider && app.tenant === tenant)
    return (own ?? apps.find((app) => app.provider === provider && app.tenant === null))?.token_url ?? undefined
  }
}
