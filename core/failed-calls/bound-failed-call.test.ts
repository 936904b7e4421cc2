import { expect, test } from 'vitest'
import { boundFailedCall } from './bound-failed-call.ts'

const request = { method: 'POST', url: 'https://x.example.com/a', headers: { accept: '*/*' }, body: '{}' }

test.each([
  ['a long answer', 'x'.repeat(1_000_000)],
  ['characters that JSON writes with six', '\u0001'.repeat(200_000)],
  ['characters of four bytes', '😀'.repeat(100_000)],
])('%s is cut so that all is within 64 KiB', (_what, body) => {
  const json = boundFailedCall({
    parameters: { text: body },
    request: { ...request, body },
    answer: { status: 500, headers: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, body])), body },
  })
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(64 * 1024)
  expect(JSON.parse(json)).toMatchObject({ is_cut: true, request: { method: 'POST' }, answer: { status: 500 } })
})

test('what is short stays whole', () => {
  const call = { parameters: { id: 1 }, request, answer: { status: 400, headers: {}, body: 'no' } }
  expect(JSON.parse(boundFailedCall(call))).toEqual({ ...call, is_cut: false })
})
