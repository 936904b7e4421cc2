import { describe, expect, test } from 'vitest'
import {
  actionClasses,
  classesText,
  classNames,
  isClassName,
  listClasses,
  minorDigits,
  read,
  readRoleValues,
  sortClasses,
  Type,
  write,
} from './index.ts'

const rest = { description: 'An example', params: { to: Type.String({ description: 'Recipient' }) } }

describe('the classes of an action', () => {
  test('are seven, and unclassed beside them', () => {
    expect(classNames).toEqual([...actionClasses, 'unclassed'])
    expect(actionClasses).toHaveLength(7)
    expect(['sends', 'unclassed', 'write', 'toString', ''].map(isClassName)).toEqual([true, true, false, false, false])
  })

  test.each([
    ['a read', read('GET /', rest), [], null],
    ['a write that declares nothing', write('POST /', rest), ['unclassed'], 'unclassed'],
    ['a write of which none is true', write('POST /', { ...rest, is: [] }), [], null],
    [
      'several, in the order of the list',
      write('POST /', { ...rest, is: ['runs', 'sends'] }),
      ['sends', 'runs'],
      'sends,runs',
    ],
  ])('%s', (_, { effect }, want, text) => {
    expect(listClasses(effect)).toEqual(want)
    expect(classesText(listClasses(effect))).toBe(text)
  })

  test('are sorted, each once', () => {
    expect(sortClasses(['deletes', 'pays', 'deletes'])).toEqual(['pays', 'deletes'])
  })
})

describe('the values of a role', () => {
  const params = {
    to: 'ada@acme.com',
    cc: ['bob@acme.com', null, ['eve@acme.com']],
    attendees: [{ email: 'a@acme.com', optional: true }, { email: null }, {}, 'b@acme.com'],
    mail: { to: [{ email: ['c@acme.com'] }, { email: 'd@acme.com' }] },
    'a/b': { 'c~d': 1 },
  }
  test.each([
    ['/to', ['ada@acme.com']],
    ['/cc', ['bob@acme.com', 'eve@acme.com']],
    ['/attendees/email', ['a@acme.com', 'b@acme.com']],
    ['/mail/to/email', ['c@acme.com', 'd@acme.com']],
    ['/to/email', ['ada@acme.com']],
    ['/a~1b/c~0d', [1]],
    ['/bcc', []],
    ['/toString', []],
    ['/mail', [params.mail]],
  ])('at %s are %j', (place, want) => {
    expect(readRoleValues(place, params)).toEqual(want)
  })
})

test.each([
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['ISK', 2],
  ['CLF', 4],
])('the minor unit of %s has %i decimals', (currency, want) => {
  expect(minorDigits({ at: ['/amount'], unit: 'minor', digits: { ISK: 2 } }, currency)).toBe(want)
  expect(minorDigits({ at: ['/amount'], unit: 'major' }, currency)).toBe(0)
})
