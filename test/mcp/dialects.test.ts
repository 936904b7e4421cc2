// Test lanes: slow

import { Access } from '@patchbay/core/access'
import { actionToolDefinition, largestDescription, largestSchema, shownAction } from '@patchbay/core/schema'
import type { TenantRecord } from '@patchbay/core/store'
import { asIsoTime } from '@patchbay/core/time'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { ToolSurface } from '../../server/mcp/mcp-scope.ts'
import { createToolLists, toolSurfaces } from '../../server/mcp/tools/tool-lists.ts'
import { loadRegistry } from '../../server/registry.ts'
import { rules } from './dialect-rules.ts'
import { placesOf, type Tool } from './schema-places.ts'
import { isMap, strictForm, strictRules } from './strict-rules.ts'

const registry = await loadRegistry({ demo: true })

const accounts = [
  { id: 'eu', label: 'Europe' },
  { id: 'us', label: 'United States' },
]
const tenant: TenantRecord = {
  id: 'acme',
  name: 'Acme',
  status: 'active',
  providers: Object.fromEntries(registry.map(({ provider }) => [provider.id, { accounts, default: 'eu' }])),
  options: { allow_raw: false, tools: 'domains' },
  created_at: asIsoTime('2026-01-01T00:00:00.000Z'),
  updated_at: asIsoTime('2026-01-01T00:00:00.000Z'),
  version: '1',
}
const lists = createToolLists(new Map(registry.map((domain) => [domain.provider.id, domain])))
const toolsOf = (surface: ToolSurface): (Tool & { readonly description: string })[] =>
  JSON.parse(lists({ tenant, surface, caller: { access: Access.everything } }).toString())
const bySurface = Object.fromEntries(toolSurfaces.map((surface) => [surface, toolsOf(surface)]))
const tools = Object.values(bySurface).flat()
const strictTools = tools.map((tool) => ({ ...tool, inputSchema: strictForm(tool.inputSchema) }))
const hasMap = (tool: Tool): boolean => placesOf(tool.inputSchema).some(isMap)

// Strict types would refuse a union of types, which JSON Schema allows.
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: true })
for (const format of ['date-time', 'date', 'email', 'uri', 'uuid']) ajv.addFormat(format, true)

describe('every tool of every plugin in every surface', () => {
  it('is there, and none twice', () => {
    const actions = registry.flatMap(({ source }) => source.listed ?? source.names())
    // Each has read_file besides.
    expect(Object.entries(bySurface).map(([mode, tools]) => [mode, tools.length])).toEqual([
      ['domains', registry.length + 1],
      ['effects', 2 * registry.length + 1],
      ['actions', actions.length + 1],
      ['search', 5],
      ['code', 5],
    ])
    // Two surfaces have find_actions and describe_action, and five read_file.
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length - 2 - 4)
  })

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s is never cut by a client', (_name, tool) => {
    const described = placesOf(tool.inputSchema).map(({ schema }) => String(schema.description ?? ''))
    const longest = Math.max(...[tool.description, ...described].map(({ length }) => length))
    expect(longest).toBeLessThanOrEqual(largestDescription)
    expect(Buffer.byteLength(JSON.stringify(tool.inputSchema))).toBeLessThanOrEqual(largestSchema)
  })

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s compiles under JSON Schema 2020-12', (_name, tool) => {
    expect(() => ajv.compile(tool.inputSchema)).not.toThrow()
  })

  it.each(rules.map((rule) => [rule.vendor, rule.says, rule] as const))('%s: %s', (_vendor, _says, rule) => {
    expect({ page: rule.page, faults: tools.flatMap((tool) => rule.faults(tool)) }).toEqual({
      page: rule.page,
      faults: [],
    })
  })
})

describe('every action of every document, as a tool of its own', () => {
  const listed = registry.flatMap(({ provider, source }) =>
    (source.listed ? source.names() : []).flatMap((name) => {
      const action = source.action(name)
      return action ? [actionToolDefinition(provider, name, shownAction(action)) as unknown as Tool] : []
    }),
  )

  it.each(rules.map((rule) => [rule.vendor, rule.says, rule] as const))('%s: %s', (_vendor, _says, rule) => {
    expect(listed.length).toBeGreaterThan(3000)
    const faults = listed.flatMap((tool) => rule.faults(tool))
    expect({ page: rule.page, faults }).toEqual({ page: rule.page, faults: [] })
  })
})

describe('made strict as clients of OpenAI do it', () => {
  it.each(strictRules.map((rule) => [rule.vendor, rule.says, rule] as const))(
    '%s: %s (tools without a map)',
    (_vendor, _says, rule) => {
      const faults = strictTools.filter((tool) => !hasMap(tool)).flatMap((tool) => rule.faults(tool))
      expect({ page: rule.page, faults }).toEqual({ page: rule.page, faults: [] })
    },
  )

  it('a tool with a map of any names is the only one that has to be sent with strict: false, and most have none', () => {
    const broken = strictTools.filter((tool) => strictRules.some((rule) => rule.faults(tool).length > 0))
    expect(broken.map(({ name }) => name)).toEqual(tools.filter(hasMap).map(({ name }) => name))
    expect(broken.length).toBeLessThan(tools.length / 2)
  })
})

describe('a rule notices', () => {
  const object = (properties: object, more: object = {}): Tool => ({
    name: 'tool',
    inputSchema: { type: 'object', properties, additionalProperties: false, ...more } as Tool['inputSchema'],
  })
  const rows: [what: string, tool: Tool, vendors: string[]][] = [
    ['a name with a space', { ...object({}), name: 'a b' }, ['MCP', 'Claude', 'OpenAI', 'Gemini']],
    ['a name of 65 characters', { ...object({}), name: 'a'.repeat(65) }, ['Claude', 'OpenAI', 'Gemini']],
    ['a reference', object({ a: { $ref: '#/$defs/a' } }), ['Claude', 'Gemini']],
    ['examples', object({ a: { type: 'string', examples: ['x'] } }), ['Gemini']],
    ['a union at the top', object({}, { anyOf: [{ required: [] }] }), ['Claude', 'OpenAI']],
    ['an array without items', object({ a: { type: 'array' } }), ['OpenAI', 'Gemini']],
    ['several types', object({ a: { type: ['string', 'null'] } }), ['Gemini']],
    ['an enum of numbers', object({ a: { type: 'integer', enum: [1, 2] } }), ['Gemini']],
    ['a pattern of names', object({ a: { type: 'object', patternProperties: { '^x': {} } } }), ['Gemini']],
    ['a parameter with a dot', object({ 'a.b': { type: 'string' } }), ['Gemini']],
  ]
  it.each(rows)('%s', (_what, tool, vendors) => {
    const found = rules.filter((rule) => rule.faults(tool).length > 0).map(({ vendor }) => vendor)
    expect([...new Set(found)]).toEqual(vendors)
  })
})
