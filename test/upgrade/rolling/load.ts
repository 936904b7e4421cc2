import { setTimeout as wait } from 'node:timers/promises'
import { type Answered, tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import type { ServerProcess } from '../../server-process.ts'

/** For so long a caller tries again at another gateway, as one does behind a proxy. */
const patienceMs = 30_000

export const tenant = 'rolling'
/** A tenant whose writes wait for a yes. */
export const askingTenant = 'rolling-asks'
/** The tenants whose account's token lives for seconds, as they are connected. */
export const refreshingTenants: string[] = []

/** The callers' results, and the deviations from the expected ones. */
export interface Told {
  /** The contacts whose creation was acknowledged. */
  readonly created: Set<string>
  /** Those of which a caller was told that nobody knows. */
  readonly unknown: Set<string>
  readonly wrong: string[]
  readonly counts: Map<string, number>
}

/** The gateways that a proxy would send requests to. */
export type Live = readonly ServerProcess[]

const isPassing = ({ status }: Answered): boolean => status === 503 || status === 502

/** Asks one gateway after the other until one answers something else than that it can't. */
const ask = async (live: Live, n: number, send: (gateway: ServerProcess) => Promise<Answered>): Promise<Answered> => {
  const until = performance.now() + patienceMs
  for (let tries = 0; ; tries++) {
    const gateway = live[(n + tries) % live.length]
    if (!gateway) throw new Error('no gateway is live')
    const answer = await send(gateway).catch((error: Error) => error)
    const failed = answer instanceof Error
    if (!failed && !isPassing(answer)) return answer
    if (performance.now() > until) throw failed ? answer : new Error(`for ${patienceMs / 1000} s: ${answer.text}`)
    await wait(50)
  }
}

const create = (email: string) => ({ action: 'create', object_type: 'contacts', properties: { email } })
const search = {
  action: 'search',
  object_type: 'contacts',
  filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }],
}

/** One request of each kind, at gateways that change meanwhile. Each returns what is wrong; `undefined`: nothing. */
const kinds = {
  async read(live: Live, n: number) {
    const { status, text } = await ask(live, n, (gateway) => gateway.call(tenant, 'hubspot', search))
    return status === 200 ? undefined : text
  },
  async mcp(live: Live, n: number) {
    const { headers, body } = toolCall('modern', 'hubspot', search)
    const as = { ...headers, authorization: `Bearer ${tokenOf(tenant)}` }
    const { status, text } = await ask(live, n, (gateway) => gateway.send('POST', '/mcp', as, body))
    return status === 200 && !text.includes('"isError":true') ? undefined : text
  },
  async write(live: Live, n: number, told: Told) {
    const email = `write-${n}@example.com`
    const headers = { 'idempotency-key': email }
    const { status, text, body } = await ask(live, n, (gateway) =>
      gateway.call(tenant, 'hubspot', create(email), { headers }),
    )
    if (status === 409 && /outcome/.test(text)) told.unknown.add(email)
    else if (status === 201 && body.success) told.created.add(email)
    else return text
    return undefined
  },
  async approval(live: Live, n: number, told: Told) {
    const email = `approved-${n}@example.com`
    const headers = { 'idempotency-key': email }
    const asked = await ask(live, n, (gateway) => gateway.call(askingTenant, 'hubspot', create(email), { headers }))
    if (asked.status !== 202) return asked.text
    const id = asked.body.data.approval_id
    const shown = await ask(live, n, (gateway) =>
      gateway.send('GET', `/admin/approvals/${id}`, { 'x-admin-key': gateway.adminKey }),
    )
    if (shown.status !== 200) return shown.text
    const decision = { decision: 'approve', digest: shown.body.digest }
    const decide = (gateway: ServerProcess) =>
      gateway.send('POST', `/admin/approvals/${id}/decision`, { 'x-admin-key': gateway.adminKey }, decision)
    const decided = await ask(live, n + 1, decide)
    if (decided.status !== 200 && decided.status !== 409) return decided.text
    const read = (gateway: ServerProcess) =>
      gateway.send('GET', `/api/v1/${askingTenant}/approvals/${id}`, {
        authorization: `Bearer ${tokenOf(askingTenant)}`,
      })
    for (const until = performance.now() + patienceMs; performance.now() < until; await wait(200)) {
      const { body, text } = await ask(live, n, read)
      if (body.data?.state === 'done') {
        told.created.add(email)
        return undefined
      }
      if (!['waiting', 'approved', 'sending'].includes(body.data?.state)) return text
    }
    return `${id} was approved and is not sent`
  },
  async file(live: Live, n: number) {
    const authorization = `Bearer ${tokenOf(tenant)}`
    const bytes = `file ${n} `.repeat(1000)
    const sent = await ask(live, n, (gateway) =>
      gateway.send('POST', `/api/v1/${tenant}/files`, { authorization, 'content-type': 'text/plain' }, bytes),
    )
    if (sent.status !== 201) return sent.text
    const path = `/api/v1/${tenant}/files/${sent.body.data.file_id}/content`
    const { text } = await ask(live, n + 1, (gateway) => gateway.send('GET', path, { authorization }))
    return text === bytes ? undefined : text
  },
  async refresh(live: Live, n: number) {
    const options = { headers: { 'cache-control': 'no-cache' } }
    for (const name of refreshingTenants) {
      const { status, text } = await ask(live, n, (gateway) =>
        gateway.call(name, 'zoom', { action: 'get_me' }, options),
      )
      if (status !== 200) return text
    }
    await wait(50)
    return undefined
  },
  async admin(live: Live, n: number) {
    const path = `/admin/tenants/changed-${n % 5}`
    const name = `Name ${n}`
    const put = { name, status: 'active', providers: {} }
    const changed = await ask(live, n, (gateway) => gateway.send('PUT', path, { 'x-admin-key': gateway.adminKey }, put))
    return changed.status === 200 || changed.status === 201 ? undefined : changed.text
  },
}

/** Makes requests of all kinds, two of a kind at a time, until `isOver`. */
export const putLoad = async (live: () => Live, isOver: () => boolean): Promise<Told> => {
  const told: Told = { created: new Set(), unknown: new Set(), wrong: [], counts: new Map() }
  const work = async (kind: keyof typeof kinds, worker: number): Promise<void> => {
    for (let n = worker; !isOver(); n += 2) {
      const fault = await kinds[kind](live(), n, told).catch((error: Error) => error.message)
      if (fault !== undefined) told.wrong.push(`${kind} ${n}: ${fault.slice(0, 300)}`)
      told.counts.set(kind, (told.counts.get(kind) ?? 0) + 1)
    }
  }
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  await Promise.all(names.flatMap((kind) => [work(kind, 0), work(kind, 1)]))
  return told
}
