import { describe, expect, it } from 'vitest'
import {
  findInexact,
  hasExactNumbers,
  markNumbers,
  parseExact,
  readWholeNumber,
  roundNumbers,
  unmarkNumbers,
} from './exact-json.ts'

describe('the numbers of JSON', () => {
  it.each([
    '{"id":12345678901234567890,"price":1.1,"small":7}',
    '[9007199254740993,-12345678901234567890.5,1e400,1e-400,-9223372036854775808]',
    '{"text":"12345678901234567890","__proto__":{"a":12345678901234567890}}',
    '12345678901234567890',
    '[0.1234567890123456789,123456789.123456789012]',
    `[${'7'.repeat(101)}]`,
  ])('of %s come back', (text) => {
    expect(JSON.stringify(parseExact(text))).toBe(text)
  })

  it.each([
    ['[1.10,1e3,100000000000000000000,1E22,0.1e1,-0,1.0000000000000000]', [1.1, 1000, 1e20, 1e22, 1, -0, 1]],
    ['[9007199254740991,9007199254740994]', [9007199254740991, 9007199254740994]],
  ])('in %s are doubles where these have the value', (text, values) => {
    expect(parseExact(text)).toEqual(values)
  })

  it('are bigints where they are whole and larger', () => {
    expect(parseExact('{"a":[9007199254740993],"b":"x"}')).toEqual({ a: [9007199254740993n], b: 'x' })
  })

  it('that are malformed are refused as ever', () => {
    for (const text of ['[01234567890123456789]', '[1234567890123456789.]', ''])
      expect(() => parseExact(text)).toThrow()
  })
})

it('a text of a whole number is read with every digit, and no other text', () => {
  expect(['7', '-0', '9007199254740993', '-9007199254740993'].map(readWholeNumber)).toEqual([
    7,
    -0,
    9007199254740993n,
    -9007199254740993n,
  ])
  for (const text of ['', '07', '+7', ' 7', '7.0', '1e3', '٧', '7_000', '7'.repeat(101)])
    expect(readWholeNumber(text)).toBeUndefined()
})

it('numbers are rounded where only doubles are taken, and what has none stays the same', () => {
  const plain = { a: [1, 'x', null, { b: true }] }
  expect(roundNumbers(plain)).toBe(plain)
  const exact = parseExact('{"a":[9007199254740993,1.00000000000000000001],"b":"x"}')
  expect(hasExactNumbers(exact)).toBe(true)
  expect(roundNumbers(exact)).toEqual({ a: [9007199254740992, 1], b: 'x' })
})

it('a number that can only be sent as a text is found', () => {
  expect(findInexact(parseExact('{"a/b":[1,{"c":1e400}]}'))).toBe('/a~1b/1/c')
  expect(findInexact(parseExact('{"a":[9007199254740993,"1e400"]}'))).toBeUndefined()
})

it('numbers can be marked in a text and taken back', () => {
  const text = '{"a":9007199254740993, "b":"9007199254740993 \\"-1e400", "c":[-1e400,1.10,7],"1e400":null}'
  const marked = markNumbers(text, 'm:')
  expect(marked).toBe(
    '{"a":"m:9007199254740993", "b":"9007199254740993 \\"-1e400", "c":["m:-1e400",1.10,7],"1e400":null}',
  )
  expect(unmarkNumbers(marked, 'm:')).toBe(text)
  expect(unmarkNumbers('["m:x","m:1"]', 'm:')).toBe('["m:x",1]')
})
