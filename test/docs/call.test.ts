import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '@patchbay/core/errors'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../codegen/emit/error-codes.ts'
import { freeModes } from '../../core/call/courses/mode.ts'
import { callsOfQuoted, quote } from './quoted-calls.ts'

const root = join(import.meta.dirname, '../..')
const readDocs = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')
const page = readDocs('call.md')
const diagrams = [...page.matchAll(/^```text\n(.*?)^```$/gms)].map(([, diagram = '']) => diagram)
const statuses = new Map(errorCodes.map(({ code, status }) => [code, status]))
statuses.set('CLIENT_CLOSED', new GatewayError('CLIENT_CLOSED', '').status)

/** The names at the left of a diagram's lines. */
const stepsIn = (diagram = ''): string[] =>
  [...diagram.matchAll(/^(?: {3}\| {3})?([a-z][\w.]*)/gm)].map(([, step = '']) => step)

describe('docs/call.md and its pages', () => {
  test.each([
    ['call', 0],
    ['receiveCall', 1],
    ['sendIt', 2],
  ])('has the steps of %s in the order in which it takes them', (name, diagram) => {
    const made = callsOfQuoted().get(name) ?? []
    const [title, ...steps] = stepsIn(diagrams[diagram])
    expect(title).toBe(name)
    expect(steps).not.toEqual([])
    let from = 0
    const misplaced = steps.filter((step) => {
      const at = made.indexOf(step, from)
      from = at < 0 ? from : at + 1
      return at < 0
    })
    expect(misplaced).toEqual([])
  })

  test('names what is done to send the call', () => {
    const made = callsOfQuoted()
    const known = new Set(['sendCall', ...(made.get('sendCall') ?? []), ...(made.get('sendAs') ?? [])])
    const steps = stepsIn(diagrams[3])
    expect(steps).toContain('renewRefused')
    expect(steps.filter((step) => !known.has(step))).toEqual([])
  })

  const courses = readFileSync(join(root, 'core/call/courses/course.ts'), 'utf8')
  const courseKinds = [...courses.matchAll(/readonly kind: '([\w-]+)'/g)].map(([, kind = '']) => kind)

  test.each([
    ['mode', 0, 'chooseMode', Object.keys(freeModes).toSorted()],
    ['course', 1, 'findCourse', courseKinds.toSorted()],
  ] as const)('names each %s in its table, and in the diagram', (name, column, step, kinds) => {
    const [, table = ''] = /^\| mode \| course \|.*\n\|[- |]+\n((?:\|.*\n)+)/m.exec(page) ?? []
    const cells = table.split('\n').map((row) => /`([\w-]+)`/.exec(row.split('|')[column + 1] ?? '')?.[1])
    expect(cells.filter(Boolean).toSorted(), `docs/call.md: a row for each ${name}`).toEqual(kinds)
    const said = new RegExp(`^${step} +(.+)$`, 'm').exec(diagrams[0] ?? '')?.[1] ?? ''
    expect(said.split(/, | or /).toSorted(), `docs/call.md: each ${name} beside ${step}`).toEqual(kinds)
  })

  test('has no code in its diagrams that callers never get', () => {
    const named = diagrams.join('').match(/\b[A-Z_]{5,}\b/g)
    expect(named).not.toBeNull()
    expect(named?.filter((code) => !statuses.has(code))).toEqual([])
  })

  test('lists every error code with its status', () => {
    const rows = [...readDocs('call-records.md').matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)].map(
      ([, code = '', status]) => [code, Number(status)],
    )
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(statuses))
    expect(rows).toHaveLength(statuses.size)
  })

  test('have the sections that comments in the code name', async () => {
    const named = new Set<string>()
    for await (const file of new Bun.Glob('{core,server}/**/*.ts').scan(root)) {
      const source = readFileSync(join(root, file), 'utf8')
      for (const [, name, section] of source.matchAll(/docs\/(call[\w-]*\.md),[\s*]*"([^"]+)"/g))
        named.add(`${name} ${section}`)
    }
    expect(named).toContain('call-limits.md Rate limits')
    const isThere = (place: string): boolean => {
      const [name = '', ...words] = place.split(' ')
      return readDocs(name).includes(`\n## ${words.join(' ')}\n`)
    }
    expect([...named].filter((place) => !isThere(place))).toEqual([])
  })
})

test('the quotation has the comments of the functions, and not what stands between them', () => {
  const source = [
    'export const create = () => {',
    '  // Why it is so.',
    '  const call = async () => {',
    '    const text = `',
    ' kept`',
    '  }',
    '  const other = 1',
    '  /** What it asks. */',
    '  function sendCall() {}',
    '  const sendAs = () => {}',
    '}',
  ]
  const quoted = ['call', 'sendCall', 'sendAs']
  expect(quote('call.ts', source.join('\n'), quoted).split('\n')).toEqual([
    '```ts',
    '// Why it is so.',
    'const call = async () => {',
    '  const text = `',
    ' kept`',
    '}',
    '',
    '/** What it asks. */',
    'function sendCall() {}',
    '',
    'const sendAs = () => {}',
    '```',
  ])
  expect(() => quote('call.ts', 'const call = 1', quoted)).toThrow('no function sendCall')
})
