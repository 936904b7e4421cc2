import { expect, test } from 'vitest'
import { createAnswerTrimmer } from './trim-answers.ts'

const mebibyte = 2 ** 20

const start = () => {
  const trimmed: string[] = []
  const bounds = new Set<number>()
  const trimmer = createAnswerTrimmer(
    {
      trimAnswers: (tenant, bytes) => {
        trimmed.push(tenant)
        bounds.add(bytes)
        return Promise.resolve()
      },
    },
    (error) => {
      throw error
    },
  )
  return { trimmed, bounds, trimmer }
}

test('the first answer of a tenant after a start is a look at what earlier processes kept', async () => {
  const { trimmed, bounds, trimmer } = start()
  trimmer.noteAnswer('acme', 1)
  expect(trimmed).toEqual(['acme'])
  trimmer.noteAnswer('globex', 1)
  expect(trimmed).toEqual(['acme', 'globex'])
  // One of the sixteen mebibytes is for the answers that are stored before the next look.
  expect([...bounds]).toEqual([15 * mebibyte])
  await trimmer.close()
})

test('the answers are looked through again once a mebibyte is added, for each tenant by itself', async () => {
  const { trimmed, trimmer } = start()
  for (const tenant of ['acme', 'globex']) trimmer.noteAnswer(tenant, 1)
  await trimmer.close()
  trimmer.noteAnswer('acme', mebibyte - 1)
  trimmer.noteAnswer('globex', 1)
  expect(trimmed).toEqual(['acme', 'globex'])
  trimmer.noteAnswer('acme', 1)
  expect(trimmed).toEqual(['acme', 'globex', 'acme'])
  await trimmer.close()
})
