import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sliceOfTools } from './tool-server.ts'

interface RecordedServer {
  readonly id: string
  readonly url: string
  /** Source and date of the facts. */
  readonly seen: string
  /** Parameters by tool; a required one has a mark. */
  readonly tools: Readonly<Record<string, string>>
  /** The names of actions, where they aren't those of the tools. */
  readonly names?: Readonly<Record<string, string>>
  /** The names of parameters, where callers can't use those of the tools. */
  readonly parameters?: Readonly<Record<string, string>>
}

const servers: readonly RecordedServer[] = JSON.parse(
  readFileSync(new URL('fixtures/vendors.json', import.meta.url), 'utf8'),
)
const page = readFileSync(new URL('../../docs/mcp-servers.md', import.meta.url), 'utf8')

const schemaOf = (words: string) => {
  const names = words.split(' ').filter((word) => word !== '')
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('!', ''), { type: 'string' }])),
    required: names.flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : [])),
  }
}

describe.each(servers)('$id', ({ id, url, tools, names = {}, parameters = {} }) => {
  const listed = Object.entries(tools).map(([name, words]) => ({ name, inputSchema: schemaOf(words) }))
  const { slice, leftOut } = sliceOfTools(id, url, listed)

  test('has a row on the page', () => {
    expect(page).toContain(`\`${url}\``)
  })

  test('its tools are actions by their own names, with their parameters, and write until somebody says otherwise', () => {
    expect(leftOut).toEqual([])
    const found = Object.entries(slice.actions).map(([name, { tool = '', params, effect, method }]) => [
      name,
      tool,
      Object.entries(params).map(([parameter, { required }]) => `${parameter}${required ? '!' : ''}`),
      effect ?? method,
    ])
    expect(found).toEqual(
      Object.entries(tools).map(([tool, words]) => [
        names[tool] ?? tool,
        tool,
        words
          .split(' ')
          .filter((word) => word !== '')
          .map((word) => parameters[word] ?? word),
        'POST',
      ]),
    )
  })
})
