import { expect, test } from 'vitest'
import { threadMs } from '../../../test/thread-time.ts'
import { withoutPayload } from './without-payload.ts'

const note = 'Dear Ms Lovelace, your invoice of 12 October is still open. Please pay it within fourteen days.'

test.each<[message: string, params: Record<string, unknown>, want: string]>([
  ['No contact ada@example.com', { email: 'ada@example.com' }, 'No contact [redacted]'],
  ['no contact ada%40example.com', { email: 'ada@example.com' }, 'no contact [redacted]'],
  ['property "age" is 12345', { properties: { age: 12_345 } }, 'property "age" is [redacted]'],
  ['bad line: "one\\ntwo"', { text: 'one\ntwo' }, 'bad line: "[redacted]"'],
  ['too long: Dear Ms Lovelace, your invoice...', { body: [{ note }] }, 'too long: [redacted]...'],
  ['the quota is used up', { limit: 10, note }, 'the quota is used up'],
  ['the key is wrong', {}, 'the key is wrong'],
  [
    'No contact no1500@x.example',
    { emails: Array.from({ length: 2000 }, (_, n) => `no${n}@x.example`) },
    'No contact [redacted]',
  ],
  ['too long: Dear Ms Lovelace, your invoice...', { page: '-'.repeat(100_000), note }, 'too long: [redacted]...'],
])('%j, after a call with %j, is logged as %j', (message, params, want) => {
  expect(withoutPayload(message, params)).toBe(want)
})

test('a message is cleaned in time, however much was sent', () => {
  const params = { list: Array.from({ length: 50_000 }, (_, n) => `value number ${n} of very many`) }
  const times = Array.from({ length: 5 }, () => {
    const began = threadMs()
    expect(withoutPayload('x'.repeat(500), params)).toBe('x'.repeat(500))
    return threadMs() - began
  })
  expect(Math.min(...times)).toBeLessThan(2500)
})

test('a text made to be slow is compared in time that grows with it alone', () => {
  const message = 'aaaaaaaaaaab'.repeat(41)
  const quickestMs = (text: string): number => {
    const times = Array.from({ length: 5 }, () => {
      const began = threadMs()
      expect(withoutPayload(message, { text })).toBe(message)
      return threadMs() - began
    })
    return Math.min(...times)
  }
  // Every run of the message begins in each place of the first text, and in none of the second.
  expect(quickestMs('a'.repeat(1_000_000))).toBeLessThan(1.7 * quickestMs('z'.repeat(1_000_000)) + 5)
})
