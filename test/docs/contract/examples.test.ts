import { expect, test } from 'vitest'
import { readPage } from '../pages.ts'
import { complaintsOf, type Snippet } from './compile.ts'

const page = 'docs/providers.md'

/** The blocks of TypeScript that people wrote into the guide. */
const guideSnippets = (): Snippet[] => {
  const [guide = ''] = readPage(page).split('\n<!-- ')
  return [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = '', index }) => ({
    place: `${page}:${guide.slice(0, index).split('\n').length}`,
    code,
  }))
}

test('every example of the guide to providers type-checks', () => {
  const snippets = guideSnippets()
  expect(snippets.length).toBeGreaterThan(15)
  expect(complaintsOf(snippets)).toEqual([])
})

test('an example that is wrong is found, by its place', () => {
  const wrong = [
    { place: 'a', code: `read('GET /items/{id}', { description: 'No such parameter', params: { item_id } })` },
    { place: 'b', code: `read('GET /items/{item_id}', { description: 'Right', params: { item_id } })` },
  ]
  expect(complaintsOf(wrong)).toEqual([expect.stringMatching(/^a: .*id/)])
})
