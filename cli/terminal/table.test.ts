import { describe, expect, test } from 'vitest'
import { cellText, column, cutText, fitWidths, formatRelative, tableLines } from './table.ts'

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

test('the widest columns are narrowed first, and none below its head', () => {
  expect(fitWidths([10, 50], ['NAME', 'REASON'], 40)).toEqual([10, 28])
  expect(fitWidths([20, 20], ['NAME', 'REASON'], 5)).toEqual([8, 8])
})

test('a table is aligned, numbers to the right', () => {
  const rows = [
    { name: 'acme', calls: 7 },
    { name: 'northwind', calls: 1200 },
  ]
  const columns = [column('name'), column('calls', 'calls', 'number')]
  const plain = { width: undefined, isPerson: false, bold: (text: string) => text }
  expect(tableLines(columns, rows, plain)).toEqual(['NAME       CALLS', 'acme           7', 'northwind   1200'])
})
