import { expect, test } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import { linearPatterns } from './linear-pattern.ts'

const large = '^(?:[a-z0-9]+[-_]?){1,255}$'

test('a large pattern is matched by short texts, and no long one keeps the gateway busy', async () => {
  const { pattern } = JSON.parse(JSON.stringify({ pattern: large }), linearPatterns([large])) as { pattern: RegExp }
  expect([pattern.test('a-b_c'), pattern.test('a--b')]).toEqual([true, false])
  const startedAt = threadMs()
  // Nobody checks it here: the vendor does.
  expect(pattern.test(`${'a'.repeat(100_000)}!`)).toBe(true)
  expect(threadMs() - startedAt).toBeLessThan(1000)

  // Each of these alone would be checked; all of them would take a minute.
  const many = Array.from({ length: 1000 }, (_, n) => `${'a'.repeat(500)}--${n}`)
  const began = threadMs()
  const fitting = many.filter((text) => pattern.test(text)).length
  expect(fitting).toBeGreaterThan(900)
  expect(threadMs() - began).toBeLessThan(3000)

  // The next second has time again; tests of other files, in this process, need it as well.
  await expect.poll(() => pattern.test(`${'a'.repeat(500)}--`)).toBe(false)
})
