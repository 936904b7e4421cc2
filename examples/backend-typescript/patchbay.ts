import { Webhook } from 'standardwebhooks'

const { PATCHBAY_URL = '', PATCHBAY_KEY = '', WEBHOOK_SECRET = '' } = process.env

export interface CallFailure {
  success: false
  status: number
  code: string
  error: string
  retry_after?: number
  connect_url?: string
}
export const isFailure = (answer: object): answer is CallFailure => 'code' in answer

/** Calls run for up to a minute in the gateway. Without an answer nobody knows whether a write was carried out, as with its own TIMEOUT. */
const send = async <T extends object>(path: string, headers: Record<string, string>, body: string | Blob) => {
  try {
    const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(70_000) }
    return (await (await fetch(PATCHBAY_URL + path, init)).json()) as T | CallFailure
  } catch (cause) {
    return { success: false, status: 504, code: 'TIMEOUT', error: `No answer: ${cause}` } satisfies CallFailure
  }
}
const post = <T extends object>(path: string, headers: Record<string, string>, body: object) =>
  send<T>(path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))

const ask = async <T extends object>(path: string, body: object) => {
  const answer = await post<T>(path, { 'x-admin-key': PATCHBAY_KEY }, body)
  if (isFailure(answer)) throw new Error(`${answer.code}: ${answer.error}`)
  return answer
}

/** The page that your "Connect" button opens. A new customer becomes a tenant with the first account. */
export const connectPage = async (
  customer: { id: string; name: string; user: string },
  provider: string | string[],
) => {
  const { id, name, user } = customer
  const link = { tenant_id: `cust-${id}`, create_tenant: { name }, provider, account_id: 'main', metadata: { user } }
  return (await ask<{ url: string }>('/admin/connect', link)).url
}

export interface Connection {
  tenant: string
  provider: string
  token: string
  isBroken: boolean
}
/** Your database: a user's connections, by provider. */
export interface Connections {
  load(user: string, provider: string): Promise<Connection | undefined> | Connection | undefined
  save(user: string, connection: Connection): Promise<void> | void
}

/** The handler of WEBHOOK_URL. Throws WebhookVerificationError for what the gateway did not sign: answer 400. */
export const onWebhook = async (body: string, headers: Record<string, string>, { load, save }: Connections) => {
  const { type, data } = new Webhook(WEBHOOK_SECRET).verify(body, headers) as {
    type: string
    data: { tenant: string; provider: string; metadata?: { user?: string } }
  }
  const user = data.metadata?.user
  if (!user || !type.startsWith('account.')) return
  const { tenant, provider } = data
  const makeToken = () => ask<{ token: string }>('/admin/auth', { tenant_id: tenant, calls_per_minute: 600 })
  const token = (await load(user, provider))?.token ?? (await makeToken()).token
  await save(user, { tenant, provider, token, isBroken: type === 'account.needs_reauth' })
}

/** Any call in the customer's account. A write with a `key` of yours is safe to send again. */
export const call = ({ tenant, provider, token }: Connection, body: object, key?: string) =>
  post<{ success: true; data: unknown }>(
    `/api/v1/${tenant}/${provider}`,
    { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    body,
  )

/** The handle of a file, which stands for its bytes in a call: `{ content: handle }`. */
export const sendFile = ({ tenant, token }: Connection, file: Blob, name: string) => {
  const type = file.type || 'application/octet-stream'
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'x-file-name': encodeURIComponent(name) }
  return send<{ success: true; data: { file_id: string } }>(`/api/v1/${tenant}/files`, headers, file)
}
