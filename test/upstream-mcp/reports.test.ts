import { apiKey, imported } from '@patchbay/core/provider'
import { afterAll, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { importedDomain } from '../imported/imported-domain.ts'
import { toolCall } from '../mcp/messages.ts'
import { isThorough } from '../times.ts'
import { answers } from './reports/answers.ts'
import { lists } from './reports/lists.ts'
import { openings } from './reports/openings.ts'
import type { UpstreamReport } from './reports/report.ts'
import { sessions } from './reports/sessions.ts'
import { streams } from './reports/streams.ts'
import { reportedTools } from './reports/tools.ts'
import { type Received, sliceOfTools, startToolServer } from './tool-server.ts'

/*
 * Public reports about servers behind gateways and in clients, tried over REST, MCP and from code. Each row has an account of its own,
 * and so a connection that begins with it.
 */

const upstreamReports = [...openings, ...sessions, ...lists, ...streams, ...answers]
const servers = {
  plain: await startToolServer({ tools: reportedTools }),
  sessions: await startToolServer({ tools: reportedTools, hasSessions: true }),
  modern: await startToolServer({ tools: reportedTools, era: 'modern' }),
}
/** The name of a tenant for a report: `awslabs-mcp-3295`. */
const toTenant = (report: string): string => report.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The domains, each at a server; a report about the beginning has a domain of its own, and so an address whose era nobody knows. */
const places = [
  ...Object.entries(servers).map(([id, server]) => ({ id, url: server.url, server })),
  ...upstreamReports
    .filter(({ isUnknown }) => isUnknown)
    .map(({ report }) => ({
      id: toTenant(report),
      url: `${servers.plain.origin}/${toTenant(report)}`,
      server: servers.plain,
    })),
]
const domains = places.map(({ id, url }) => {
  const { slice } = sliceOfTools(id, url, reportedTools)
  const provider = imported<{ look: never }>()({
    id,
    title: 'Shop',
    origin: 'https://mcp.shop.com',
    auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
    actions: {},
    // So that one call after the other is no repeated write.
    reads: Object.keys(slice.actions) as never,
  })
  return importedDomain(provider, slice)
})
const gateway = await startTestGateway({
  domains,
  env: {
    PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(places.map(({ id, server }) => [id, server.origin]))),
    CALLS_PER_MINUTE: '0',
  },
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all(Object.values(servers).map(({ stop }) => stop()))
})

/** Calls over the three surfaces, one after the other: the data, or the words of the error. */
const surfaces = {
  REST: async (tenant: string, domain: string, action: string, params: object): Promise<unknown> => {
    const { body } = await gateway.call(tenant, domain, { action, ...params })
    return body.success ? body.data : String(body.error)
  },
  MCP: async (tenant: string, domain: string, action: string, params: object): Promise<unknown> => {
    const { headers, body } = toolCall('modern', domain, { action, ...params })
    const { text } = await gateway.send(
      'POST',
      '/mcp',
      { authorization: `Bearer ${tokenOf(tenant)}`, ...headers },
      body,
    )
    const { result } = JSON.parse(text)
    const said = result.structuredContent ?? JSON.parse(result.content[0].text)
    return result.isError ? String(said.error) : said.data
  },
  code: async (tenant: string, domain: string, action: string, params: object): Promise<unknown> => {
    const call = `await call('${domain}', '${action}', ${JSON.stringify(params)})`
    const code = `try { return ${call} } catch (error) { return String(error.message) }`
    const use = async (args: Record<string, unknown>) => {
      const { headers, body } = toolCall('modern', 'run_code', args)
      const authorization = `Bearer ${tokenOf(tenant)}`
      const { text } = await gateway.send('POST', '/mcp?tools=code', { authorization, ...headers }, body)
      return JSON.parse(JSON.parse(text).result.content[0].text).data
    }
    // On a busy machine a run may take longer than a request.
    let data = await use({ code })
    while (data?.state === 'running') data = await use({ run_id: data.run_id })
    return data
  },
}

const countMethods = (received: readonly Received[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(received, ({ method = '' }) => method)].map(([method, all]) => [method, all.length]),
  )

/** The surfaces of a row: one of the three, each for a third of the rows; all of them where calls are counted, and in a thorough run. */
const surfacesOf = (one: UpstreamReport) => {
  const all = Object.entries(surfaces)
  return isThorough || one.asked ? all : [all[upstreamReports.indexOf(one) % all.length] ?? expect.fail('no surface')]
}

test.each(upstreamReports)('$report: $what', async (one: UpstreamReport) => {
  const { report, server = 'plain', play, action = 'look', params = {}, want, asked = {}, isUnknown } = one
  const tenant = toTenant(report)
  const domain = isUnknown ? tenant : server
  await gateway.seed(tenant, { [domain]: `key-of-${tenant}` })
  const { received } = servers[server]
  const before = received.length
  for (const [surface, call] of surfacesOf(one)) {
    servers[server].play(play)
    const got = await call(tenant, domain, action, params)
    expect([surface, got]).toEqual([surface, want instanceof RegExp ? expect.stringMatching(want) : want])
  }
  servers[server].play(undefined)
  expect(countMethods(received.slice(before))).toMatchObject(asked)
})
