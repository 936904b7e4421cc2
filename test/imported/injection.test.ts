import { Access } from '@patchbay/core/access'
import { apiKey, imported } from '@patchbay/core/provider'
import { createActionFinder } from '@patchbay/core/schema'
import { afterEach, expect, test } from 'vitest'
import { descriptionsIn, evilDocument, forbidden, hostile } from '../../codegen/import/testing/evil-document.ts'
import { sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { buildRequest, checkHeaders } from '../../core/upstream/request.ts'
import { createSearch } from '../../server/mcp/find/search.ts'
import { callFrame } from '../../server/mcp/find/search-frame.ts'
import { createToolLists } from '../../server/mcp/tools/tool-lists.ts'
import { surfaces, tenantOf } from '../mcp/surface-sizes.ts'
import { planOf } from '../plan-of.ts'
import { importedDomain } from './imported-domain.ts'

/** 15,000 hostile names, constants, patterns and descriptions, in 600 actions; fifteen of them are curated. */
const { slice } = await sliceOf(evilDocument().root, { id: 'evil' })
const names = Object.keys(slice.actions)
const key = apiKey({ header: 'X-Key' })
const domain = importedDomain(
  imported<Record<string, { params: string }>>()({
    id: 'evil',
    title: slice.title,
    origin: 'https://x.test',
    auth: key,
    actions: Object.fromEntries(names.slice(0, 15).map((name) => [name, { from: name }])),
  } as never),
  slice,
)

afterEach(() => {
  expect(globalThis).not.toHaveProperty('ranFromDocument')
  expect(Object.keys(Object.prototype)).toEqual([])
})

/** A constant of the document where a parameter has some, and else a text of an attacker. */
const sampleOf = (schema: unknown, at: number): unknown => Object(schema).enum?.[0] ?? hostile[at % hostile.length]

test('validators of 600 actions run nothing of it, interpreted or compiled, and say the same', () => {
  expect(names).toHaveLength(600)
  const verdicts = names.map((name, n) => {
    const { params } = domain.source.action(name) ?? { params: {} }
    const values = Object.entries(params).map(([parameter, schema], i) => [parameter, sampleOf(schema, n + i)])
    const body = { action: name, ...Object.fromEntries(values) }
    const check = domain.source.check(name)
    return [check?.body(body), check?.body(body), check?.body(body), check?.body({ ...body, unknown: 1 })]
  })
  for (const [first, second, third, unknown] of verdicts)
    expect([typeof first, second, third, unknown]).toEqual(['boolean', first, first, false])
})

test('requests stay at their host and in one line, or are refused', () => {
  let sent = 0
  for (const [n, name] of names.entries()) {
    const action = domain.source.action(name)
    const parameters = Object.entries(action?.params ?? {})
    const values = Object.fromEntries(parameters.map(([parameter, schema], i) => [parameter, sampleOf(schema, n + i)]))
    if (!action) throw new Error(`there is no action ${name}`)
    const plan = planOf(domain, name, action, values)
    try {
      checkHeaders(plan.request)
    } catch (error) {
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR' })
      continue
    }
    sent += 1
    const { url, headers } = buildRequest(plan)
    const { host, hash } = new URL(url)
    const plain = Object.fromEntries(parameters.map(([parameter]) => [parameter, 'a']))
    const segments = (path = '') => path.split('/').length
    expect(segments(plan.request.path)).toBe(segments(action.request(plain, { settings: {} }).path))
    expect([host, hash, new Headers(headers).get('x-key')]).toEqual(['x.test', '', 'key'])
  }
  expect(sent).toBeGreaterThan(300)
})

test.each(surfaces)('the tools of the surface "%s" speak to no model in its words', (surface) => {
  const domains = new Map([['evil', domain]])
  const list = createToolLists(domains)({ tenant: tenantOf(['evil']), surface, caller: { access: Access.everything } })
  const tools: { name: string }[] = JSON.parse(list.toString())
  expect(tools.length).toBeGreaterThan(0)
  for (const { name } of tools) expect(name).toMatch(/^[a-z0-9_-]{1,64}$/)
  // Lines are the gateway's own: each begins a thing of its own.
  for (const line of descriptionsIn(tools).flatMap((text) => text.split('\n'))) expect(line).not.toMatch(forbidden)
})

test('no more do the descriptions of all 600 actions', () => {
  const domains = new Map([['evil', domain]])
  const { describe } = createSearch(domains, createActionFinder(domains))
  const scope = { tenant: tenantOf(['evil']), access: Access.everything }
  for (const name of names) {
    const { data } = describe(scope, { provider: 'evil', action: name }, callFrame)
    for (const text of descriptionsIn(data as object)) expect(text).not.toMatch(forbidden)
  }
})
