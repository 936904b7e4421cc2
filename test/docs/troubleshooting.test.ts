import { expect, test } from 'vitest'
import { errorCodes } from '../../codegen/emit/error-codes.ts'
import { errorsPage } from './errors-page.ts'
import { readPage } from './pages.ts'

const page = readPage('docs/troubleshooting.md')
const chapters = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), chapter]),
)

/** The chapter by symptom, for what has no code of its own. */
const bySymptom = 'When a vendor misbehaves'

test('docs/troubleshooting.md has a chapter for each error code, one by symptom, and no other', () => {
  expect([...chapters.keys()].toSorted()).toEqual([...errorCodes.map(({ code }) => code), bySymptom].toSorted())
})

test.each(errorCodes.map(({ code, status }) => [code, String(status)] as const))(
  'the chapter of %s begins with the status that the reference has, %s',
  (code, status) => {
    const [, text = ''] = /\n\n([\s\S]+)/.exec(chapters.get(code) ?? '') ?? []
    expect(text.startsWith(code === 'UPSTREAM_ERROR' ? "The status is the provider's; 502" : `Status ${status}`)).toBe(
      true,
    )
  },
)

test('the page that the gateway serves is made of it', () => {
  expect(readPage(errorsPage.file), 'run `npx bun run docs` and commit').toBe(errorsPage.text())
})
