import { expect, test } from 'vitest'
import { type Question, questionsOf } from './questions.ts'
import { documentOf, sliceOf } from './testing/slice-of.ts'

const asked = async (root: ReturnType<typeof documentOf>, id: string): Promise<Question | undefined> =>
  questionsOf(root, await sliceOf(root)).find((question) => question.id === id)

const reads = (...paths: string[]) =>
  documentOf(Object.fromEntries(paths.map((path) => [path, { get: { operationId: `get${path}` } }])))

test.each([
  ['https://{tenant}.shelves.com/v1', 'tenant', '.shelves.com'],
  ['https://{Your-Site}.api.shelves.com', 'your_site', '.api.shelves.com'],
  ['/v1', 'subdomain', '.example.com'],
  ["https://{`'}.shelves.com", 'subdomain', '.example.com'],
])('the line for the host of %s declares the setting that it uses', async (url, setting, rest) => {
  const question = await asked({ ...reads('/items'), servers: [{ url }] }, 'origin')
  const begin = `origin: origin\`https://\${'${setting}'}${rest}\`, settings: { ${setting}: pattern(`
  expect(question?.overlay?.slice(0, begin.length)).toBe(begin)
})

test.each([
  ['names whose account it is', ['/items', '/users/me/notes', '/me'], 'get_me'],
  ['says what the account is', ['/items', '/v1/account/profile'], 'get_account_profile'],
  ['has the shortest path', ['/reports/yearly/all', '/items', '/items/{id}'], 'list_items'],
])('the read that is proposed as a probe %s', async (_, paths, name) => {
  expect((await asked(reads(...paths), 'probe'))?.guess).toBe(name)
})

test('a header that most operations require is asked about, unless it differs between calls', async () => {
  const names = ['X-Tenant-Id', 'X-Timestamp', 'WM_QOS.CORRELATION_ID', 'X-Request-Id', 'X-Auth-Signature']
  const get = (...some: string[]) => ({
    get: { parameters: some.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })) },
  })
  const root = documentOf({ '/a': get(...names), '/b': get(...names, 'X-Other'), '/c': get() })
  const headers = questionsOf(root, await sliceOf(root)).filter(({ id }) => id.startsWith('header '))
  expect(headers).toMatchObject([
    {
      question: 'Is the header X-Tenant-Id the same in every call of an account? 2 of 3 operations require it',
      overlay: expect.stringMatching(
        /^settings: \{ x_tenant_id: .*headers: \{ 'X-Tenant-Id': '\{settings\.x_tenant_id\}' \},$/,
      ),
    },
  ])
})

test('the question whether an action only reads names its operation', async () => {
  const root = documentOf({ '/items/search': { post: { operationId: 'items.search' } } })
  expect((await asked(root, 'reads POST /items/search'))?.question).toBe(
    'Does search_items (POST /items/search) only read?',
  )
})

test('a read that needs no more than such a header is proposed as a probe', async () => {
  const header = { name: 'X-Tenant-Id', in: 'header', required: true, schema: { type: 'string' } }
  const get = (operationId: string, ...more: object[]) => ({ get: { operationId, parameters: [header, ...more] } })
  const shelf = { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } }
  const root = documentOf({ '/me': get('get_me', shelf), '/shelves': get('list_shelves') })
  expect((await asked(root, 'probe'))?.guess).toBe('list_shelves')
})
