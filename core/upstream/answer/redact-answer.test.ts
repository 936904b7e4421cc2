import { describe, expect, it, test } from 'vitest'
import { createAnswerRedaction } from './redact-answer.ts'

const key = '-----BEGIN "KEY"-----\né/<a>\\b\t\n'
const redaction = createAnswerRedaction([key, '1234567890', 'a"b'])
const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const json = (text: string) => redaction.json(bytesOf(text), new Headers())
const plainText = (text: string): string =>
  redaction.text(bytesOf(text), new Headers({ 'content-type': 'text/plain; charset=utf-8' }))

const quoted = JSON.stringify(key)
const escapeAll = (text: string): string =>
  text.replaceAll(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
const spellings: [name: string, spelling: string][] = [
  ['as JSON asks for', quoted],
  ['with escaped slashes', quoted.replaceAll('/', '\\/')],
  ['with escapes for what HTML reads', quoted.replaceAll('<', '\\u003c').replaceAll('>', '\\u003E')],
  ['in ASCII', quoted.replaceAll('é', '\\u00e9')],
  ['with the line ends as numbers', quoted.replaceAll('\\n', '\\u000a')],
  ['with every character as a number', `"${escapeAll(key)}"`],
]

describe('a credential is taken out of JSON that has it', () => {
  it.each(spellings)('%s', (_, spelling) => {
    const { text, body } = json(`{"a": ${spelling}, "b": "kept \\u00fc"}`)
    expect(body).toEqual({ a: '[redacted]', b: 'kept ü' })
    expect(JSON.parse(text)).toEqual(body)
    expect(json(`{${spelling}: [${spelling}]}`).body).toEqual({ '[redacted]': ['[redacted]'] })
  })

  it.each(spellings)('%s, in text', (_, spelling) => {
    expect(plainText(`{"a":${spelling},"b":"kept"}`)).toBe('{"a":"[redacted]","b":"kept"}')
  })

  it('in JSON inside of a string', () => {
    const inner = JSON.stringify({ a: key }).replaceAll('/', '\\/')
    expect(json(JSON.stringify({ inner })).body).toEqual({ inner: '{"a":"[redacted]"}' })
  })

  it('as a number', () => expect(json('{"a":1234567890,"b":7}').body).toEqual({ a: '[redacted]', b: 7 }))
})

test.each(['{"a": "\\u00e9", "big": 98765432109876543211}', '{"a": "x\\/y"}', 'no JSON \\u00e9', ''])(
  'what holds none stays as it was written: %j',
  (text) => {
    expect(json(text).text).toBe(text)
    expect(plainText(text)).toBe(text)
    expect(redaction.bytes(bytesOf(text))).toEqual(bytesOf(text))
  },
)

test('a secret too short to be told from data is left, whatever is taken out beside it', () => {
  expect(json('{"a":"\\u0031234567890","b":"a\\"b"}').body).toEqual({ a: '[redacted]', b: 'a"b' })
})

test('a text is read in the character set that it names', () => {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-16le' })
  expect(redaction.text(Buffer.from('é 1234567890', 'utf16le'), headers)).toBe('é [redacted]')
})

describe('JSON in another character set', () => {
  const read = (bytes: Uint8Array, type: string) => {
    const { body } = redaction.json(bytes, new Headers({ 'content-type': type }))
    return Object(body).a
  }
  const latin = (text: string) => Buffer.from(`{"a":"${text}"}`, 'latin1')

  it.each<[type: string, bytes: Uint8Array, text: string]>([
    ['application/json; charset=iso-8859-1', latin('Müller'), 'Müller'],
    ['application/json;charset="windows-1252"', latin('M\u00fcller \u0080'), 'Müller €'],
    ['text/json; charset=Shift_JIS', Buffer.from('7b2261223a2293fa967b227d', 'hex'), '日本'],
    ['application/json; charset=UTF8', Buffer.from('{"a":"Müller"}'), 'Müller'],
    ['application/json; charset=utf8mb4', Buffer.from('{"a":"Müller"}'), 'Müller'],
    ['application/json', Buffer.from('\ufeff{"a":"Müller"}', 'utf16le'), 'Müller'],
    ['application/json; charset=x-nobody-knows', Buffer.from('{"a":"plain"}'), 'plain'],
    // UTF-8 under a name that is none of a character set, or that is too small for it.
    ['application/json; charset=none', Buffer.from('{"a":"Müller"}'), 'Müller'],
    ['application/json; charset=UTF_8', Buffer.from('{"a":"Müller"}'), 'Müller'],
    ['application/json; charset=us-ascii', Buffer.from('{"a":"Müller"}'), 'Müller'],
    ['application/json; charset=us-ascii', latin('Müller'), 'Müller'],
    // Neither is UTF-8, whatever is said or left out.
    ['application/json', latin('Müller'), 'Müller'],
    ['application/json; charset=utf-8', latin('Müller \u0096'), 'Müller –'],
    // A text that was cut in the middle of a letter.
    [
      'application/json',
      Buffer.concat([Buffer.from('{"a":"Müller'), Buffer.from([0xc3]), Buffer.from('"}')]),
      'Müller\ufffd',
    ],
    ['application/json; charset=iso-8859-1', Buffer.from('\ufeff{"a":"Müller"}'), 'Müller'],
  ])('is decoded by it: %s', (type, bytes, text) => {
    expect(read(bytes, type)).toBe(text)
  })

  it.each<[type: string, bytes: Uint8Array]>([
    ['application/json; charset=x-nobody-knows', latin('Müller')],
    ['application/json; charset=Shift_JIS', latin('M\u00fc\u00ff')],
  ])('is no JSON where it can not be decoded: %s', (type, bytes) => {
    expect(redaction.json(bytes, new Headers({ 'content-type': type })).body).toBeUndefined()
  })

  it('has the credential taken out of it', () => {
    const bytes = Buffer.from(`\ufeff{"a":"1234567890"}`, 'utf16le')
    expect(redaction.json(bytes, new Headers()).body).toEqual({ a: '[redacted]' })
  })
})

it.each(['', ' ', '\r\n', '\t \n'])('%j is no body', (text) => {
  expect(json(text)).toEqual({ text: '', body: null })
})
