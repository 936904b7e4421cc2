import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFacts, type WriteFacts } from '../providers/facts/vendor-facts.ts'
import { root } from './pages.ts'
import { folded } from './tables/folded.ts'
import { markdownTable } from './tables/markdown-table.ts'

const numbered = (steps: readonly string[]): string[] => steps.map((step, index) => `${index + 1}. ${step}`)

/** The steps to a key, and to an application by which people sign in. */
export const startOf = (id: string): string[] => {
  const { key, application } = readFacts(id).start ?? {}
  if (!key && !application) return []
  return [
    '## Get access',
    '',
    ...(key ? ['A key of your own:', '', ...numbered(key), ''] : []),
    ...(application
      ? [
          'An application, by which people [connect their accounts](../connect.md):',
          '',
          ...numbered(application),
          `${application.length + 1}. Store its id and secret with [\`PUT /admin/apps/${id}\`](../connect.md#from-nothing-to-a-connected-account), and create a link.`,
          '',
        ]
      : []),
  ]
}

const errorsOf = (id: string): string[] => {
  const path = join(root, 'providers', id, 'fixtures/errors.json')
  const rows: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const [status, , message] = Array.isArray(row) ? row : []
    return typeof status === 'number' && typeof message === 'string'
      ? [`\`${status}\` ${message.replaceAll('<', '&lt;')}`]
      : []
  })
}

/** The vendor's limits, what it announced to end, and its own words for refusals that the plugin reads. */
export const limitsOf = (id: string): string[] => {
  const { limits = [], ends = [] } = readFacts(id)
  const lines = [
    ...limits.map(({ says, page }) => `- ${says} <${page}>`),
    ...ends.map(({ what, on, page }) => `- ${what}: ends on ${on}. <${page}>`),
  ]
  const errors = [...new Set(errorsOf(id))].slice(0, 4)
  return [
    ...(lines.length > 0 ? ['## Limits', '', ...lines, ''] : []),
    ...(errors.length > 0
      ? [
          '## When it refuses',
          '',
          'The error of a call has the status and the vendor’s words, such as:',
          '',
          ...errors.map((line) => `- ${line}`),
          '',
        ]
      : []),
  ]
}

const toFactRow = ([name, { page, clears = [], units = {}, refuses = [] }]: [string, WriteFacts]): string[] => [
  page === undefined ? `\`${name}\`` : `[\`${name}\`](${page})`,
  clears.map((one) => `\`${one}\``).join(', '),
  [...Object.entries(units).map(([one, unit]) => `\`${one}\`: ${unit}`), ...refuses].join('; '),
]
const factTable = (rows: [string, WriteFacts][]): string =>
  markdownTable(['write', 'cleared by `null`', 'units and refusals'], rows.map(toFactRow))

/** More rows are folded. */
const mostRows = 6

const unread = (rows: readonly [string, WriteFacts][]): string[] => {
  const names = rows.map(([name, { page }]) => (page === undefined ? `\`${name}\`` : `[\`${name}\`](${page})`))
  if (names.length === 0) return []
  return [
    '',
    'The vendor’s page of these was not looked up for what `null` clears, units and refusals:',
    '',
    names.join(', '),
  ]
}

/** What the vendor's own pages say of its writes; those that tools don't list are folded. */
export const writeFactsOf = (id: string, listed: readonly string[]): string[] => {
  const all = Object.entries(readFacts(id).writes)
  if (all.length === 0) return []
  const rows = all.filter(([, { read }]) => read !== undefined)
  const shown = rows.filter(([name]) => listed.includes(name))
  const others = rows.filter(([name]) => !listed.includes(name))
  return [
    '',
    'Of its writes, the vendor’s page says:',
    '',
    shown.length > mostRows ? folded(`${shown.length} writes`, factTable(shown)) : factTable(shown),
    ...(others.length > 0 ? ['', folded(`${others.length} further writes`, factTable(others))] : []),
    ...unread(all.filter(([, { read }]) => read === undefined)),
  ]
}

type Recorded = readonly [action: string, params: object, request: object | string]

const mostCalls = 10
const longestCall = 200

/** Calls whose requests the tests compare with recorded ones: of each listed action the shortest. */
const recordedCalls = (id: string, listed: readonly string[]): string[] => {
  const paths = ['requests.json', 'overlay-requests.json'].map((name) => join(root, 'providers', id, 'fixtures', name))
  const recorded: readonly Recorded[] = paths
    .filter(existsSync)
    .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')))
  return listed.flatMap((name) => {
    const bodies = recorded.flatMap(([action, params, request]) =>
      action === name && typeof request !== 'string' ? [JSON.stringify({ action, ...params })] : [],
    )
    const [shortest] = bodies
      .filter((body) => body.length <= longestCall && !body.includes("'"))
      .sort((a, b) => a.length - b.length)
    return shortest === undefined ? [] : [shortest]
  })
}

/** Commands that make some of a provider's calls; `first` is the body of one that works for everybody. */
export const callsOf = (id: string, listed: readonly string[], first: string): string[] => {
  const written = readFacts(id).calls?.map((call) => JSON.stringify(call))
  const others = (written ?? recordedCalls(id, listed)).filter((body) => body !== first)
  return [
    '```console',
    `call() { curl -s -X POST http://localhost:3000/api/v1/acme/${id} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d "$1"; }`,
    ...[first, ...others].slice(0, mostCalls).map((body) => `call '${body}'`),
    '```',
  ]
}
