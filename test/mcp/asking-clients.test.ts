// Test lanes: slow

import { rmSync } from 'node:fs'
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { startGateway } from '../../server/gateway.ts'
import { fixture } from '../call-path/fixture-provider.ts'
import { createClient, tokenOf } from '../client.ts'
import { domainOf } from '../domain-of.ts'
import { temporaryFolder, testAdminKey, testEnvironment } from '../gateway.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Era, type McpMessage, request, toolCall } from './messages.ts'

type Gateway = ReturnType<typeof createClient>

/** A call that waits, as one kind of client asked for it: what it can read later, by its own means. */
interface Asked {
  readonly id: string
  /** The `data` of the call; `undefined`: it isn't there yet. */
  read(at: Gateway): Promise<unknown>
}

type Ask = (at: Gateway) => Promise<Asked>

const authorization = `Bearer ${tokenOf('acme')}`
const create = () => ({ action: 'create', name: crypto.randomUUID() })
const made = { id: 'made' }

const post = async (at: Gateway, { headers, body }: McpMessage, query = '') =>
  (await at.send('POST', `/mcp${query}`, { authorization, ...headers }, body)).body.result

const withCapabilities = (capabilities: object) => ({ _meta: { [CLIENT_CAPABILITIES_META_KEY]: capabilities } })
const tasks = withCapabilities({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
const pages = withCapabilities({ elicitation: { url: {} } })

/** A model reads the text of a result, and calls the tool again as it says there. */
const readText = (result: { content: readonly { text: string }[] }) => JSON.parse(result.content[0]?.text ?? '{}')

const askPlainly =
  (era: Era, more: object = {}): Ask =>
  async (at) => {
    const { data, note } = readText(await post(at, toolCall(era, 'fixture', create(), more)))
    const [, next = ''] = /call this tool again with (\{.*\})\./.exec(note) ?? []
    return {
      id: data.approval_id,
      read: async (later) =>
        readText(await post(later, toolCall(era, 'fixture', JSON.parse(next), more))).data.result?.data,
    }
  }

const clients: Readonly<Record<string, Ask>> = {
  'one that declares nothing, in the older era (claude.ai)': askPlainly('legacy'),
  'one of the older era that opens addresses': async (at) => {
    const capabilities = { elicitation: { url: {} } }
    const clientInfo = { name: 'older', version: '1' }
    await post(at, request('legacy', 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo }))
    return askPlainly('legacy')(at)
  },
  'one that declares nothing, in the current era': askPlainly('modern'),
  'one that takes tasks': async (at) => {
    const { taskId: id } = await post(at, toolCall('modern', 'fixture', create(), tasks))
    return {
      id,
      async read(later) {
        const { headers, body } = request('modern', 'tasks/get', { taskId: id, ...tasks })
        const { result } = await post(later, { headers: { ...headers, 'mcp-name': id }, body })
        return result && readText(result).data
      },
    }
  },
  'one that opens addresses, and sends the call again': async (at) => {
    const call = create()
    const { requestState: id } = await post(at, toolCall('modern', 'fixture', call, pages))
    const again = { ...pages, requestState: id, inputResponses: { approve: { action: 'accept' } } }
    return {
      id,
      read: async (later) => readText(await post(later, toolCall('modern', 'fixture', call, again))).data.result?.data,
    }
  },
  'one of four tools for everything': async (at) => {
    const args = { provider: 'fixture', action: 'create', parameters: { name: crypto.randomUUID() } }
    const query = '?tools=search'
    const id = readText(await post(at, toolCall('modern', 'call_write', args), query)).data.approval_id
    const look = toolCall('modern', 'call_write', { approval_id: id })
    return { id, read: async (later) => readText(await post(later, look, query)).data.result?.data }
  },
  'one that writes code': async (at) => {
    const code = `return call('fixture', 'create', { name: parameters.name })`
    const args = { code, parameters: { name: crypto.randomUUID() } }
    const query = '?tools=code'
    const { run_id, approvals } = readText(await post(at, toolCall('modern', 'run_code', args), query)).data
    return {
      id: approvals[0].approval_id,
      async read(later) {
        const ran = readText(await post(later, toolCall('modern', 'run_code', { run_id }), query))
        return ran.status === 200 ? ran.data : undefined
      },
    }
  },
  'a program that looks where the answer says': async (at) => {
    const { headers, body } = await at.call('acme', 'fixture', create())
    return {
      id: body.data.approval_id,
      read: async (later) =>
        (await later.send('GET', headers.get('location') ?? '', { authorization })).body.data.result?.data,
    }
  },
}

const upstream = await startScripted(answer(201, made))
const dataDir = temporaryFolder()
const ADMIN_API_KEY = hashToken(testAdminKey)
const environment = {
  ...testEnvironment(dataDir),
  ADMIN_API_KEY,
  PROVIDER_ORIGINS: JSON.stringify({ fixture: upstream.origin }),
}
const { configuration } = readConfiguration(environment, ['fixture'])

/** A gateway on the folder of the one before. */
const start = async () => {
  const gateway = await startGateway(configuration, [domainOf(fixture)])
  return { ...createClient(gateway.url, testAdminKey, gateway.adminUrl), stop: () => gateway.stop() }
}

const approve = async (at: Gateway, id: string): Promise<void> => {
  const { digest } = (await at.admin('GET', `/admin/approvals/${id}`)).body
  expect((await at.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve', digest })).status).toBe(200)
}

describe('a caller reaches the result of a call that waited, though the gateway was started again meanwhile', () => {
  const asked = new Map<string, Asked>()
  let gateway: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    const first = await start()
    await first.seed('acme', { fixture: 'a-token' })
    await first.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })
    await first.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] })
    for (const [name, ask] of Object.entries(clients)) asked.set(name, await ask(first))
    await first.stop()
    gateway = await start()
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
    rmSync(dataDir, { recursive: true })
  })

  it.each(Object.keys(clients))('%s', async (name) => {
    const { id, read } = asked.get(name) as Asked
    const before = upstream.requests.length
    await approve(gateway, id)
    await expect.poll(() => read(gateway)).toEqual(made)
    expect(upstream.requests.length - before).toBe(1)
  })

  it('a program that prefers to wait gets the result in the answer to its call', async () => {
    const waiting = gateway.call('acme', 'fixture', create(), { headers: { prefer: 'wait=20' } })
    const first = async () => (await gateway.admin('GET', '/admin/approvals?state=waiting')).body.approvals[0]
    await expect.poll(first).toBeDefined()
    await approve(gateway, (await first()).approval_id)
    expect((await waiting).body.data).toMatchObject({ state: 'done', result: { data: made } })
  })
})
