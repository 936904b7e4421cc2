// Test lanes: slow

import type { AnyAction } from '@patchbay/core/provider'
import { bodySchema, type JsonSchema, toJsonSchema } from '@patchbay/core/schema'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { fitting } from '../../core/schema/testing/fitting.ts'
import { loadRegistry } from '../../server/registry.ts'
import { type Answered, tokenOf } from '../client.ts'
import { actionsOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { everyThird } from '../times.ts'
import { toolCall } from './messages.ts'
import { startVendors } from './vendors.ts'

const registry = await loadRegistry()

/** A gateway with an account at each vendor: one for REST and one for MCP, so that neither sees what the other wrote. */
const startSide = async () => {
  const vendors = startVendors()
  const each = <T>(value: (vendor: (typeof vendors)[string]) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(vendors).map(([id, vendor]) => [id, value(vendor)]))
  const origins = each(({ origin }) => origin)
  const gateway = await startTestGateway({ env: { PROVIDER_ORIGINS: JSON.stringify(origins) } })
  await gateway.seed(
    'acme',
    each(({ credential }) => credential),
  )
  return { gateway, vendors }
}
const [rest, mcp] = [await startSide(), await startSide()]
afterAll(async () => {
  for (const { gateway, vendors } of [rest, mcp]) {
    await gateway.stop()
    for (const vendor of Object.values(vendors)) await vendor.stop()
  }
})

const requestId = 'the-same-for-both'

const byRest = async (domain: string, body: object): Promise<unknown> =>
  (await rest.gateway.call('acme', domain, body, { headers: { 'x-request-id': requestId, 'x-repeat': 'true' } })).body

const byMcp = async (domain: string, body: Record<string, unknown>): Promise<unknown> => {
  // All fields are asked for, so that nothing is left out for models.
  const message = toolCall('modern', domain, { result_fields: [], ...body, repeat: true })
  const headers = { ...message.headers, authorization: `Bearer ${tokenOf('acme')}`, 'x-request-id': requestId }
  const answered: Answered = await mcp.gateway.send('POST', '/mcp', headers, message.body)
  const { structuredContent, isError = false } = answered.body.result
  expect(isError).toBe(structuredContent.success !== true)
  // MCP has a list's stop in a member of its own.
  const { hint: _hint, truncated, ...rest } = structuredContent
  return { ...rest, ...truncated }
}

/** Removes the values that differ between any two calls: times, random ids, ports. */
const alike = (value: unknown): unknown =>
  JSON.parse(
    (JSON.stringify(value) ?? 'null')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/\b1[6-9]\d{8}(\.\d+)?\b/g, '9')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
      .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '<origin>')
      .replaceAll(/req_[0-9a-f]+/g, '<request>'),
  )

/** Bodies that fit an action: the least of them, and some of more; the known things are named where it takes them. */
const bodiesOf = (
  name: string,
  action: AnyAction,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] => {
  const schema = toJsonSchema(bodySchema(name, action)) as {
    properties: Record<string, JsonSchema>
    required: string[]
  }
  const { account_id: _account, result_fields: _fields, ...properties } = schema.properties
  const naming = Object.fromEntries(Object.entries(known).filter(([member]) => member in properties))
  const samples = (members: object) => fitting({ ...schema, properties: members }) as fc.Arbitrary<object>
  const least = Object.fromEntries(Object.entries(properties).filter(([member]) => schema.required.includes(member)))
  const some = [
    ...fc.sample(samples(least), { seed: 7, numRuns: 1 }),
    ...fc.sample(samples(properties), { seed: 8, numRuns: 2 }),
  ]
  return some.map((body) => JSON.parse(JSON.stringify({ ...body, ...naming })))
}

const asked = (side: typeof rest, domain: string, from: number) =>
  side.vendors[domain]?.requests.slice(from).map(({ method, url, body }) => ({ method, url, body }))

/** Those that have a fake vendor. */
const faked = registry.filter(({ provider }) => Object.hasOwn(rest.vendors, provider.id))

describe.each(faked.map((domain) => [domain.provider.id, domain] as const))('%s', (id, domain) => {
  const actions = everyThird(actionsOf(domain))
  const known = rest.vendors[id]?.known ?? {}
  const seen = { rest: 0, mcp: 0 }
  let succeeded = 0

  it.each(actions)('%s is the same call by REST and by MCP', async (name, action) => {
    const result = action.result ? fc.sample(fitting(toJsonSchema(action.result)), { seed: 9, numRuns: 1 })[0] : {}
    for (const { vendors } of [rest, mcp]) vendors[id]?.answer?.(result)
    const outcomes = new Set<boolean>()
    // Bodies that REST refuses are left out: MCP may heal them.
    const bodies = bodiesOf(name, action, known).filter((body) => domain.source.check(name)?.body(body))
    for (const body of bodies) {
      const [left, right] = [await byRest(id, body), await byMcp(id, body)]
      expect(alike(right)).toEqual(alike(left))
      const [sent, got] = [asked(rest, id, seen.rest), asked(mcp, id, seen.mcp)]
      expect(alike(got)).toEqual(alike(sent))
      seen.rest += sent?.length ?? 0
      seen.mcp += got?.length ?? 0
      outcomes.add((left as { success?: boolean }).success === true)
    }
    if (outcomes.has(true)) succeeded++
  })

  it('and most of its actions found what they were asked for', () => {
    expect(succeeded).toBeGreaterThan(actions.length / 2)
  })

  it('and both are audited alike', async () => {
    const entries = async ({ gateway }: typeof rest) => {
      const { body } = await gateway.admin('GET', `/admin/audit?tenant=acme&key=${id}/main&limit=1000`)
      return body.entries.map(({ action, outcome, code, status }: Record<string, unknown>) => ({
        action,
        outcome,
        code,
        status,
      }))
    }
    const [left, right] = [await entries(rest), await entries(mcp)]
    expect(left.length).toBeGreaterThan(actions.length)
    expect(right).toEqual(left)
  })
})
