import { describe, expect, test } from 'vitest'
import { cellText, column, formatRelative } from './column.ts'
import { cutText, wrapText } from './fit-text.ts'
import { fitWidths, layTable, recordLines } from './table.ts'

const now = new Date('2026-11-22T12:00:00Z')

test.each([
  ['2026-11-22T12:00:00.400Z', 'now'],
  ['2026-11-22T11:59:30Z', '30 s ago'],
  ['2026-11-22T10:30:00Z', '1 h ago'],
  ['2026-11-22T12:59:59Z', 'in 59 min'],
  ['2026-12-22T12:00:00Z', 'in 30 d'],
])('%s is "%s"', (moment, text) => {
  expect(formatRelative(new Date(moment), now)).toBe(text)
})

describe('a text of somebody else', () => {
  test.each([
    ['\u001b[2Jcleared', 'text', '\\u{1b}[2Jcleared'],
    ['a\r\nb', 'text', 'a\\u{d}\\u{a}b'],
    [['right\u202eto left', 'x'], 'list', 'right\\u{202e}to left, x'],
    [{ name: 'a\u202eb' }, 'text', '{"name":"a\\u202eb"}'],
    ['Zoë 株式会社 👍', 'text', 'Zoë 株式会社 👍'],
  ] as const)('what a terminal would obey, or nobody sees, is escaped in a cell: %j', (value, as, shown) => {
    expect(cellText(value, as, undefined)).toBe(shown)
  })
})

test.each([
  [null, 'text', '-'],
  [undefined, 'moment', '-'],
  [1_795_348_800, 'seconds', '2026-11-22T12:00:00.000Z'],
  [['a', 'b'], 'list', 'a, b'],
  [[], 'list', 'none'],
  [['*:read', { pattern: '*:pays' }], 'list', '*:read, {"pattern":"*:pays"}'],
  [false, 'yesno', 'no'],
  [{ left: 0 }, 'text', '{"left":0}'],
] as const)('the value %j as %s is "%s"', (value, as, text) => {
  expect(cellText(value, as, undefined)).toBe(text)
})

test('a text is cut by the columns of a terminal, of which wide characters take two', () => {
  expect(cutText('short', 5)).toBe('short')
  expect(cutText('longer', 5)).toBe('long…')
  expect(cutText('株式会社', 5)).toBe('株式…')
})

test('a text is broken between words, and a word without end only where it is wide', () => {
  expect(wrapText('the vendor refused the key', 12)).toEqual(['the vendor', 'refused the', 'key'])
  expect(wrapText('see https://example.com/a/long/path', 12)).toEqual(['see', 'https://example.com/a/long/path'])
  expect(wrapText('株式会社パッチ', 8)).toEqual(['株式会社', 'パッチ'])
})

test('the widest columns are narrowed first, and none below its least', () => {
  const sized = (wanted: number, least: number) => ({ wanted, least })
  expect(fitWidths([sized(10, 10), sized(50, 12)], 40)).toEqual([10, 28])
  expect(fitWidths([sized(20, 12), sized(20, 12)], 5)).toEqual([12, 12])
  expect(fitWidths([sized(36, 36), sized(36, 12)], 60)).toEqual([36, 22])
})

const plain = {
  width: undefined,
  isPerson: false,
  bold: (text: string) => text,
  paint: (_: unknown, text: string) => text,
}
const columns = [
  column('id', 'id', 'id'),
  column('state', 'state', 'state'),
  column('name'),
  column('calls', 'calls', 'number'),
  column('reason', 'reason', 'note'),
]
const rows = [
  { id: 'a'.repeat(36), state: 'failed', name: 'Acme and all of its daughters', calls: 7, reason: null },
  {
    id: 'b'.repeat(36),
    state: 'ok',
    name: 'Northwind',
    calls: 1200,
    reason: 'the vendor refused the key of this account',
  },
]

test('a table is aligned, numbers to the right', () => {
  const names = rows.map(({ name, calls }) => ({ name: name.split(' ')[0] ?? '', calls }))
  const two = [column('name'), column('calls', 'calls', 'number')]
  expect(layTable(two, names, plain).lines).toEqual(['NAME       CALLS', 'Acme           7', 'Northwind   1200'])
})

test('in a narrow terminal ids stay whole, texts are cut, late columns go, and the reason has a line of its own', () => {
  expect(layTable(columns, rows, { ...plain, width: 60 })).toEqual({
    lines: [
      `${'ID'.padEnd(36)}  STATE   NAME`,
      `${'a'.repeat(36)}  failed  Acme and all …`,
      `${'b'.repeat(36)}  ok      Northwind`,
      '  the vendor refused the key of this account',
    ],
    left: ['CALLS'],
  })
})

test('a column of ids in which no row has one goes before a column that says something', () => {
  const all = [...columns.slice(0, 4), column('run', 'run', 'id')]
  const [row] = rows.map((each) => ({ ...each, run: null }))
  if (!row) throw new Error('there is no row')
  expect(layTable(all, [row], { ...plain, width: 66 }).lines[0]).toBe(
    `${'ID'.padEnd(36)}  STATE   NAME           CALLS`,
  )
})

test('in a wide terminal the reason stands beside the others, and its lines below each other', () => {
  const [, , second, third] = layTable(columns, rows, { ...plain, width: 124 }).lines
  expect([second?.indexOf('the vendor'), third?.trim()]).toEqual([third?.search(/\S/), 'account'])
  expect(layTable(columns, rows, plain).lines[2]).toMatch(/1200 {2}the vendor refused the key of this account$/)
})

test('where not even the ids fit, each row is a record', () => {
  const three = [column('tenant', 'tenant', 'id'), column('account', 'account', 'id')]
  const row = { tenant: 't'.repeat(30), account: 'a'.repeat(30) }
  expect(layTable(three, [row, row], { ...plain, width: 40 }).lines).toEqual([
    `tenant:  ${row.tenant}`,
    `account: ${row.account}`,
    '',
    `tenant:  ${row.tenant}`,
    `account: ${row.account}`,
  ])
})

test('a colour says what a state means, and takes no room', () => {
  const paint = (tone: string | undefined, text: string) => (tone ? `<${tone}>${text}</>` : text)
  const status = [column('state', 'state', 'state'), column('status', 'status', 'status')]
  const { lines } = layTable(
    status,
    [
      { state: 'ok', status: 200 },
      { state: 'failed', status: 502 },
    ],
    { ...plain, paint },
  )
  expect(lines).toEqual(['STATE   STATUS', '<good>ok</>         200', '<bad>failed</>     <bad>502</>'])
})

test('a record shows an object member by member to people, and on one line to programs', () => {
  const row = { amount: { value: 5, currency: 'EUR' } }
  expect(recordLines([column('amount')], row, { ...plain, width: 80 })).toEqual([
    'amount: {',
    '          "value": 5,',
    '          "currency": "EUR"',
    '        }',
  ])
  expect(recordLines([column('amount')], row, plain)).toEqual(['amount: {"value":5,"currency":"EUR"}'])
})

test('a moment of a record is how long ago it was, with its time, for people, and the time alone for programs', () => {
  const columns = [column('at', 'at', 'moment'), column('ends', 'ends', 'seconds')]
  const at = new Date(Date.now() - 190_000).toISOString()
  const row = { at, ends: null }
  expect(recordLines(columns, row, { ...plain, isPerson: true })).toEqual([`at:   3 min ago (${at})`, 'ends: -'])
  expect(recordLines(columns, row, plain)).toEqual([`at:   ${at}`, 'ends: -'])
})

test('a column without a value gives its room to a text that would be cut, and is there where all have room', () => {
  const columns = [column('id', 'id', 'id'), column('label'), column('allow'), column('used')]
  const row = { id: 'token-1', label: 'Claude of the sales team', allow: null, used: 'yesterday' }
  const linesOf = (width: number) => layTable(columns, [row], { ...plain, width })
  expect(linesOf(45)).toEqual({
    lines: ['ID       LABEL                     USED', 'token-1  Claude of the sales team  yesterday'],
    left: ['ALLOW'],
  })
  expect(linesOf(60).left).toEqual([])
})
