import { expect, test } from 'vitest'
import { printMembers } from '../../source/print.ts'
import { documentOf, sliceOf } from '../testing/slice-of.ts'
import { listQuestions } from './questions.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const list = { type: 'array', items: { type: 'object', properties: { id: text } } }
const objectWith = (properties: object) => ({ type: 'object', properties })
const parametersOf = (parameters: object) =>
  Object.entries(parameters).map(([name, { description, ...schema }]) => ({ name, in: 'query', description, schema }))

/** A read with these parameters, which answers this. */
const readOf = (operationId: string, parameters: object, schema: unknown, headers = {}) => ({
  get: {
    operationId,
    parameters: parametersOf(parameters),
    responses: { 200: { description: 'OK', headers, content: { 'application/json': { schema } } } },
  },
})

const questionOf = async (paths: object) => {
  const root = documentOf(paths, {
    components: { schemas: { Books: list, Page: objectWith({ next_cursor: text }) } },
  })
  return listQuestions(root, await sliceOf(root)).find(({ id }) => id === 'paging')
}

const lineOf = async (parameters: object, schema: unknown, headers?: object): Promise<string | undefined> => {
  const question = await questionOf({ '/books': readOf('list_books', parameters, schema, headers) })
  return /pages: (.*) } },$/.exec(printMembers(question?.overlay ?? {}))?.[1]
}

const nested = (steps: readonly string[], value: object = text): object =>
  steps.reduceRight((inner, step) => ({ [step]: inner.type ? inner : objectWith(inner) }), value as { type?: string })

test('a list that is a part of the one thing of the path is no page', async () => {
  const artifact = objectWith({ id: number, digest: text, references: list })
  const paging = (path: string, answer: object) =>
    questionOf({ [path]: readOf('get_artifact', { page: number }, answer) })
  expect(await paging('/artifacts/{reference}', artifact)).toBeUndefined()
  expect(await paging('/artifacts/{reference}/references', artifact)).toBeDefined()
  expect(await paging('/shelves/{shelf}', objectWith({ id: number, items: list }))).toBeDefined()
})

test.each<[string, object, unknown, string]>([
  ['the answer', { page: number }, list, "page({ items: '', into: 'page' })"],
  [
    'a list by reference',
    { page: number },
    { $ref: '#/components/schemas/Books' },
    "page({ items: '', into: 'page' })",
  ],
  [
    'a member whose name needs an escape',
    { skip: number },
    objectWith({ count: {}, 'a/b': list }),
    "offset({ items: '/a~1b', into: 'skip' })",
  ],
  [
    'a member of a part',
    { cursor: text },
    { allOf: [{ $ref: '#/components/schemas/Page' }, objectWith({ all: { $ref: '#/components/schemas/Books' } })] },
    "cursor({ items: '/all', next: '/next_cursor', into: 'cursor' })",
  ],
  [
    'the one of several that the path names',
    { page: number },
    objectWith({ warnings: list, Books: list }),
    "page({ items: '/Books', into: 'page' })",
  ],
  [
    'one that lies deeper, with what is beside it',
    { offset: number },
    objectWith({ found: objectWith({ hits: list, total: number }) }),
    "offset({ items: '/found/hits', total: '/found/total', into: 'offset' })",
  ],
])('the line for paging names the list: %s', async (_, parameters, schema, line) => {
  expect(await lineOf(parameters, schema)).toBe(line)
})

test.each<[parameters: object, header: string, line: string]>([
  [{ cursor: text }, 'X-Next-Cursor', "cursor({ items: '', next: 'header:x-next-cursor', into: 'cursor' })"],
  [
    { continuationToken: text },
    'x-ms-continuation',
    "cursor({ items: '', next: 'header:x-ms-continuation', into: 'continuationToken' })",
  ],
  [{ page_token: text }, 'opc-next-page', "cursor({ items: '', next: 'header:opc-next-page', into: 'page_token' })"],
  [{ page: number }, 'X-Total-Pages', "page({ items: '', total: 'header:x-total-pages', into: 'page' })"],
  [{ offset: number }, 'X-Total-Count', "offset({ items: '', total: 'header:x-total-count', into: 'offset' })"],
  // The total of items says nothing of pages.
  [{ page: number }, 'X-Total-Count', "page({ items: '', into: 'page' })"],
  [{ offset: number }, 'X-RateLimit-Total', "offset({ items: '', into: 'offset' })"],
])('the line for paging names a header: %j with %s', async (parameters, header, line) => {
  expect(await lineOf(parameters, list, { [header]: { schema: text } })).toBe(line)
})

test.each<[string, string, object]>([
  ['cursor', '/response_metadata/next_cursor', nested(['response_metadata', 'next_cursor'])],
  ['cursor', '/meta/next', nested(['meta', 'next'])],
  ['after', '/paging/next/after', nested(['paging', 'next', 'after'])],
  ['after', '/meta/cursor/after', nested(['meta', 'cursor', 'after'])],
  ['starting_after', '/pages/next/starting_after', nested(['pages', 'next', 'starting_after'])],
  ['offset', '/next_page/offset', { next_page: objectWith({ uri: text, path: text, offset: text }) }],
  ['page', '/next_page', { next_page: text }],
  ['pageToken', '/nextPageToken', { nextPageToken: text }],
])('the next cursor for %s is found at %s', async (into, next, members) => {
  const line = `cursor({ items: '/data', next: '${next}', into: '${into}' })`
  expect(await lineOf({ [into]: text }, objectWith({ data: list, ...members }))).toBe(line)
})

test.each<[string, object, unknown, string, object?]>([
  [
    'the id of the last item, where the answer says whether there is more',
    { starting_after: text },
    objectWith({ object: text, data: list, has_more: { type: 'boolean' }, url: text }),
    "cursor({ items: '/data', lastItem: '/id', more: '/has_more', into: 'starting_after' })",
  ],
  ['the header Link', { page: number }, list, "link({ items: '' })", { Link: { schema: text } }],
  [
    'a URL in the answer',
    { page: number },
    objectWith({ data: list, _links: objectWith({ next: objectWith({ href: text }) }) }),
    "link({ items: '/data', next: '/_links/next/href' })",
  ],
  [
    'a member called next, where no parameter could take a cursor',
    { limit: number },
    objectWith({ object: text, has_more: { type: 'boolean' }, next: text, data: list }),
    "link({ items: '/data', next: '/next', size: { into: 'limit', max: 100 } })",
  ],
  [
    'a URL by its format',
    {},
    objectWith({ data: list, next: { type: 'string', format: 'uri' } }),
    "link({ items: '/data', next: '/next' })",
  ],
  [
    'numbers with a total, which callers can choose, rather than a URL',
    { startAt: number },
    objectWith({ data: list, total: number, nextPage: { type: 'string', format: 'uri' } }),
    "offset({ items: '/data', total: '/total', into: 'startAt' })",
  ],
  [
    'pages from 0, with their number',
    { page_number: { ...number, minimum: 0 } },
    objectWith({ data: list, meta: objectWith({ total_pages: number }) }),
    "page({ items: '/data', total: '/meta/total_pages', into: 'page_number', first: 0 })",
  ],
  [
    "the page's own number, which is not a cursor",
    { page: text },
    objectWith({ data: list, paging: objectWith({ page: number, pages: number }) }),
    "page({ items: '/data', total: '/paging/pages', into: 'page' })",
  ],
])('lists go on by %s', async (_, parameters, schema, line, headers) => {
  expect(await lineOf(parameters, schema, headers)).toBe(line)
})

test.each<[object, string]>([
  [{ limit: { ...number, maximum: 50 } }, "{ into: 'limit', max: 50 }"],
  [{ per_page: { ...number, description: 'Results per page (max 100).' } }, "{ into: 'per_page', max: 100 }"],
  [{ limit: { ...number, description: 'Between 1 and 1,000, 10 by default.' } }, "{ into: 'limit', max: 1000 }"],
  [
    { maxResults: { ...number, description: 'By default 100. The page size can never be larger than 250.' } },
    "{ into: 'maxResults', max: 250 }",
  ],
  [{ page_size: { ...number, default: 30 } }, "{ into: 'page_size', max: 30 }"],
  [{ size: number }, "{ into: 'size', max: 100 }"],
])('the line for paging has the largest size of a page: %j', async (size, line) => {
  expect(await lineOf({ page: number, ...size }, list)).toBe(`page({ items: '', into: 'page', size: ${line} })`)
})

test.each<[string, object, unknown]>([
  ['where its answer has the list', { page: number }, objectWith({})],
  ['where it has the next cursor', { cursor: text }, objectWith({ data: list })],
  ['how large a page may be (30 is the default)', { page: number, limit: { ...number, default: 30 } }, list],
  ['how large a page may be (100 is a guess)', { page: number, limit: number }, list],
])('what the document does not say is a doubt: %s', async (doubt, parameters, schema) => {
  const question = await questionOf({ '/books': readOf('list_books', parameters, schema) })
  expect(question?.reason).toMatch(`; the document does not say ${doubt}`)
})

test.each<[string, object, unknown]>([
  ['of one thing', { created_after: text }, objectWith({ name: text })],
  ['of a span of time', { after: number, before: number }, list],
  ['of a list that is whole', { sort: text }, objectWith({ data: list, next_update: text })],
  ['by a parameter that is no longer to be used', { page: { ...number, deprecated: true } }, list],
])('nothing is proposed for a read %s', async (_, parameters, schema) => {
  const { deprecated } = Object.values(parameters)[0]
  const read = readOf('list_books', parameters, schema)
  for (const parameter of read.get.parameters) Object.assign(parameter, { deprecated })
  expect(await questionOf({ '/books': read })).toBeUndefined()
})

test('the lines show each way in which lists go on, the most usual one first', async () => {
  const [byPage, byCursor] = [{ page: number }, { cursor: text }]
  const question = await questionOf({
    '/a': readOf('list_a', byPage, list),
    '/b': readOf('list_b', byCursor, objectWith({ items: list, next_cursor: text })),
    '/c': readOf('list_c', byCursor, objectWith({ items: list, next_cursor: text })),
    '/d': readOf('list_d', byCursor, objectWith({ items: list })),
  })
  expect(question).toMatchObject({
    question: 'How are lists paginated? 4 reads look as if they returned one page of a list',
    guess: 'cursor',
    reason: 'list_b has the parameter cursor, and /next_cursor in its answer',
  })
  expect(printMembers(question?.overlay ?? {})).toMatch(
    /^actions: \{ list_b: \{ from: 'list_b', pages: cursor.*, list_a: \{ from: 'list_a'/,
  )
})

test.each<[what: string, parameters: object, schema: unknown, line: string | undefined]>([
  ['a page called p', { p: number }, list, "page({ items: '', into: 'p' })"],
  [
    'a token',
    { paginationToken: text },
    objectWith({ items: list, paginationToken: text }),
    "cursor({ items: '/items', next: '/paginationToken', into: 'paginationToken' })",
  ],
  [
    'an index',
    { start: { ...number, description: 'The index of the first item' } },
    list,
    "offset({ items: '', into: 'start' })",
  ],
  ['no moment by its format', { start: { ...text, format: 'date-time' } }, list, undefined],
  ['no moment by its description', { start: { ...number, description: 'Unix time from which on' } }, list, undefined],
  [
    'no day',
    { after: { ...text, description: 'Only those after this date' } },
    objectWith({ items: list, next: text }),
    undefined,
  ],
  ['no switch', { count: { type: 'boolean' } }, list, undefined],
])('%s paginates a list', async (_, parameters, schema, line) => {
  expect(await lineOf(parameters, schema)).toBe(line)
})
