import { expect, test } from 'vitest'
import { questionsOf } from './questions.ts'
import { documentOf, sliceOf } from './testing/slice-of.ts'

const list = { type: 'array', items: { type: 'object' } }
const objectWith = (properties: object) => ({ type: 'object', properties })

const pagingOf = async (into: string, schema: unknown) => {
  const root = documentOf(
    {
      '/books': {
        get: {
          operationId: 'list_books',
          parameters: [{ name: into, in: 'query', schema: { type: 'string' } }],
          responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
        },
      },
    },
    { components: { schemas: { Books: list, Page: objectWith({ next_cursor: {} }) } } },
  )
  return questionsOf(root, await sliceOf(root)).find(({ id }) => id === 'paging')
}

test.each<[string, string, unknown, string]>([
  ['a list', 'page', list, "page({ items: '', into: 'page' })"],
  ['a list by reference', 'page', { $ref: '#/components/schemas/Books' }, "page({ items: '', into: 'page' })"],
  ['its member', 'skip', objectWith({ count: {}, 'a/b': list }), "offset({ items: '/a~1b', into: 'skip' })"],
  [
    'a member of a part',
    'cursor',
    {
      allOf: [{ $ref: '#/components/schemas/Page' }, objectWith({ books: { $ref: '#/components/schemas/Books' } })],
    },
    "cursor({ items: '/books', next: '/next_cursor', into: 'cursor' })",
  ],
])('the line for paging names the list of the answer: %s', async (_, into, schema, line) => {
  expect((await pagingOf(into, schema))?.overlay).toContain(`pages: ${line} `)
})

test('an answer without a list is said to be a guess', async () => {
  const circle = { allOf: [{ $ref: '#/components/schemas/Circle' }] }
  expect(await pagingOf('page', circle)).toMatchObject({
    reason: 'page looks like one; the document does not say where its answer has the list',
    overlay: expect.stringContaining("items: '/items'"),
  })
})
