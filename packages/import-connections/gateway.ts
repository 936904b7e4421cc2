import { type AdminApi, CommandError, readData, type Schemas, unlessMissing } from '@patchbay/cli'
import type { Bodies } from './bodies.ts'
import type { Incoming } from './incoming.ts'

export type GatewayAccount = Schemas['StoredCredential']
export type Tested = Schemas['CredentialTest']

type Account = Pick<Incoming, 'tenant' | 'provider' | 'account'>

const buildCredentialPath = ({ tenant, provider, account }: Account) => ({ path: { tenant, provider, account } })

const mostTries = 5

/** The steps of moving one account, over the admin API. All throw CommandError. */
export const gatewaySteps = (api: AdminApi) => {
  /** `false` if somebody else changed the tenant at the same time. */
  const unlessChanged = async (change: Promise<unknown>): Promise<boolean> => {
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
    const params = { path: { tenant } }
    const added = { id: account, label, ...(Object.keys(settings).length > 0 && { settings }) }
    const found = await unlessMissing(api.GET('/admin/tenants/{tenant}', { params }))
    if (!found?.data) {
      const providers = { [provider]: { accounts: [added] } }
      const body: Schemas['TenantConfiguration'] = { name, status: 'active', providers }
      const headers = { 'if-none-match': '*' }
      return unlessChanged(api.PUT('/admin/tenants/{tenant}', { params, headers, body }))
    }
    const { accounts = [], default: chosen = account } = found.data.providers[provider] ?? {}
    if (accounts.some(({ id }) => id === account)) return true
    const body = { providers: { [provider]: { accounts: [...accounts, added], default: chosen } } }
    const headers = { 'if-match': found.response.headers.get('etag') ?? '' }
    return unlessChanged(api.PATCH('/admin/tenants/{tenant}', { params, headers, body }))
  }

  return {
    stored: (ref: Account) =>
      unlessMissing(
        readData(api.GET('/admin/tokens/{tenant}/{provider}/{account}', { params: buildCredentialPath(ref) })),
      ),

    /** The provider's probe, sent by the gateway, which refreshes the credential as usual. */
    test: (ref: Account) =>
      readData(api.POST('/admin/tokens/{tenant}/{provider}/{account}/test', { params: buildCredentialPath(ref) })),

    /** Adds the account to its tenant, and creates a missing tenant. Existing accounts stay unchanged. */
    async addAccount(incoming: Incoming, settings: Readonly<Record<string, string>>): Promise<void> {
      for (let tries = 1; !(await tryToAdd(incoming, settings)); tries++) {
        if (tries === mostTries)
          throw new CommandError('failed', `the tenant ${incoming.tenant} keeps being changed by others`)
      }
    },

    /**
     * The access token is stored first: while it is valid, storing the seed doesn't use the refresh token, which many vendors accept
     * only once. Returns why the refresh token doesn't work, if it had to be used.
     */
    async store(ref: Account, { token, seed }: Bodies): Promise<string | null> {
      const params = buildCredentialPath(ref)
      if (token) await api.PUT('/admin/tokens/{tenant}/{provider}/{account}', { params, body: token })
      const used = seed && (await readData(api.POST('/admin/seed-oauth', { body: seed })))
      return used?.error ?? null
    },
  }
}

export type GatewaySteps = ReturnType<typeof gatewaySteps>

/** The token endpoints of the operator's applications, by provider and tenant. */
export const tokenUrls = async (api: AdminApi): Promise<(ref: Account) => string | undefined> => {
  const { apps } = await readData(api.GET('/admin/apps'))
  return ({ tenant, provider }) => {
    const own = apps.find((app) => app.provider === provider && app.tenant === tenant)
    return (own ?? apps.find((app) => app.provider === provider && app.tenant === null))?.token_url ?? undefined
  }
}
