import { checkAnswer } from '../server/admin/testing/check-answer.ts'

/** An HTTP answer as a test looks at it. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
  readonly body: any
}

export interface GatewayCallOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const answered = async (response: Response): Promise<Answered> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

/** Calls a running gateway as its users do. `adminUrl`: where `/admin` is, if not with the rest. */
export const createClient = (url: string, adminKey: string, adminUrl = url) => {
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
    signal?: AbortSignal,
  ) => {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return answered(
      await fetch((/^\/(admin\/|console|metrics$)/.test(path) ? adminUrl : url) + path, {
        method,
        headers: { ...json, ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    )
  }

  /** Throws Error for an answer that the route doesn't declare. */
  const admin = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await send(method, path, { 'x-admin-key': adminKey, ...headers }, body)
    const type = answer.headers.get('content-type')?.split(';')[0]
    const [pathname = ''] = path.split('?')
    checkAnswer(method, pathname, { ...answer, type, body: answer.text === '' ? null : (answer.body ?? answer.text) })
    return answer
  }

  return {
    url,
    adminUrl,
    send,
    admin,
    call: (
      tenant: string,
      domain: string,
      body: unknown,
      { token = tokenOf(tenant), headers = {}, signal }: GatewayCallOptions = {},
    ) => send('POST', `/api/v1/${tenant}/${domain}`, { authorization: `Bearer ${token}`, ...headers }, body, signal),

    /**
     * A tenant with one account, `main`, a credential for each provider, and the tenant token `tokenOf(tenant)`. A credential
     * is an access token, or the whole body of `PUT /admin/tokens`; `null`: none is stored.
     */
    async seed(
      tenant: string,
      credentials: Readonly<Record<string, string | object | null>>,
      settings: Readonly<Record<string, object>> = {},
    ): Promise<void> {
      const providers = Object.fromEntries(
        Object.keys(credentials).map((id) => [
          id,
          { accounts: [{ id: 'main', label: 'Main', settings: settings[id] }], default: 'main' },
        ]),
      )
      await expectOk(
        admin('PUT', `/admin/tenants/${tenant}`, {
          name: tenant,
          status: 'active',
          providers,
          options: { tools: 'domains' },
        }),
      )
      await expectOk(admin('POST', '/admin/auth', { tenant_id: tenant, token: tokenOf(tenant) }))
      for (const [provider, credential] of Object.entries(credentials)) {
        if (credential === null) continue
        const body = typeof credential === 'string' ? { access_token: credential, token_type: 'Bearer' } : credential
        await expectOk(admin('PUT', `/admin/tokens/${tenant}/${provider}/main`, body))
      }
    },
  }
}

/** The tenant token that `seed` registers. */
export const tokenOf = (tenant: string): string => `bearer-token-of-${tenant}`

const expectOk = async (answer: Promise<Answered>): Promise<void> => {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`seeding failed with ${status}: ${text}`)
}
