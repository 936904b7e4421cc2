// Test lanes: slow

import { Access } from '@patchbay/core/access'
import { createActionFinder, largestDescription, largestSchema } from '@patchbay/core/schema'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { createSearch } from '../../server/mcp/find/search.ts'
import { callFrame } from '../../server/mcp/find/search-frame.ts'
import { createToolLists } from '../../server/mcp/tools/tool-lists.ts'
import { loadRegistry } from '../../server/registry.ts'
import { placesOf, type Tool } from './schema-places.ts'
import { surfaceSize, surfaces, tenantOf } from './surface-sizes.ts'

const counts = [4, 20, 100]
const sizes = surfaces.flatMap((surface) => counts.map((domains) => surfaceSize(surface, domains)))

describe('the list of tools', () => {
  it('has these sizes', () => {
    console.table(sizes.map((size) => ({ ...size, milliseconds: Math.round(size.milliseconds) })))
    expect(sizes.map(({ tools }) => tools)).toEqual([4, 20, 100, 8, 40, 200, 70, 350, 1750, 5, 5, 5, 5, 5, 5])
  })

  it.each(counts)('of the surface "search" has at most 1,500 tokens for %i domains', (domains) => {
    expect(surfaceSize('search', domains).tokens).toBeLessThanOrEqual(1500)
  })

  it('has at most 3,000 tokens for each domain of the surface "domains"', () => {
    for (const { domains, tokens } of sizes.filter(({ surface }) => surface === 'domains')) {
      expect(tokens / domains).toBeLessThanOrEqual(3000)
    }
  })
})

describe('an answer of the surface "search" stays small', async () => {
  const registry = await loadRegistry({ demo: true })
  const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
  const accounts = Array.from({ length: 300 }, (_, n) => ({
    id: `account-${n}`,
    label: `${n} `.padEnd(200, 'long label '),
  }))
  const tenant = tenantOf(domains.keys(), accounts)
  const search = createSearch(domains, createActionFinder(domains))
  const tokensOf = async (kind: 'find' | 'describe', args: Record<string, unknown>): Promise<number> => {
    const { data } = await search[kind]({ tenant, access: Access.everything }, args, callFrame)
    return encode(JSON.stringify(data)).length
  }

  it.each(registry.map(({ provider, source }) => [provider.id, source] as const))(
    'the description of every action of %s, with 300 accounts, has at most 2,000 tokens',
    async (provider, source) => {
      for (const action of source.names()) {
        expect(await tokensOf('describe', { provider, action })).toBeLessThanOrEqual(2000)
      }
    },
  )

  it('five found actions have at most 500 tokens', async () => {
    const sizes = await Promise.all(
      ['message', 'pull request', 'customer', 'record'].map((query) => tokensOf('find', { query })),
    )
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  })
})

describe('with as many accounts as a tenant may have', async () => {
  const registry = await loadRegistry({ demo: true })
  const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
  const accounts = Array.from({ length: 1000 }, (_, n) => ({ id: `${n}-`.padEnd(64, 'a'), label: 'l'.repeat(200) }))
  const tenant = tenantOf(domains.keys(), accounts)

  it.each(surfaces)('no schema of the surface "%s" is over its limit', (surface) => {
    const list = createToolLists(domains)({ tenant, surface, caller: { access: Access.everything } })
    const tools: Tool[] = JSON.parse(list.toString())
    for (const { name, inputSchema } of tools) {
      const longest = Math.max(...placesOf(inputSchema).map(({ schema }) => String(schema.description ?? '').length))
      expect([name, longest <= largestDescription]).toEqual([name, true])
      expect([name, Buffer.byteLength(JSON.stringify(inputSchema)) <= largestSchema]).toEqual([name, true])
    }
  })
})
