import { expect, test } from 'vitest'
import { printMembers } from '../../source/print.ts'
import { secretChoicesIn } from '../convert/secrets/secret-choices.ts'
import { documentOf, sliceOf } from '../testing/slice-of.ts'
import type { Question } from './question.ts'
import { listQuestions } from './questions.ts'

const findQuestion = async (root: ReturnType<typeof documentOf>, id: string): Promise<Question | undefined> =>
  listQuestions(root, await sliceOf(root)).find((question) => question.id === id)

const reads = (...paths: string[]) =>
  documentOf(Object.fromEntries(paths.map((path) => [path, { get: { operationId: `get${path}` } }])))

test.each([
  ['https://{tenant}.shelves.com/v1', 'tenant', '.shelves.com'],
  ['https://{Your-Site}.api.shelves.com', 'your_site', '.api.shelves.com'],
  ['https://{accountName}.shelves.com', 'account_name', '.shelves.com'],
  ['https://your-domain.shelves.com', 'domain', '.shelves.com'],
])('the line for the host of %s declares the setting that it uses', async (url, setting, rest) => {
  const question = await findQuestion({ ...reads('/items'), servers: [{ url }] }, 'origin')
  const begin = `origin: origin\`https://\${'${setting}'}${rest}\`, settings: { ${setting}: pattern(`
  expect(printMembers(question?.overlay ?? {}).slice(0, begin.length)).toBe(begin)
})

test.each([
  ['names whose account it is', ['/items', '/users/me/notes', '/me'], 'get_me'],
  ['says what the account is', ['/items', '/v1/account/profile'], 'get_account_profile'],
  ['has the shortest path', ['/reports/yearly/all', '/items', '/items/{id}'], 'list_items'],
])('the read that is proposed as a probe %s', async (_, paths, name) => {
  expect((await findQuestion(reads(...paths), 'probe'))?.guess).toBe(name)
})

test('a probe is a read that takes the credential, and none that servers answer to anybody', async () => {
  const get = (operationId: string, security?: object[]) => ({ get: { operationId, ...(security && { security }) } })
  const key = [{ key: [] }]
  const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } }
  const paths = {
    '/docs': get('showDocs'),
    '/health': get('getHealth', key),
    '/v1/shelves/all': get('listShelves', key),
  }
  expect((await findQuestion(documentOf(paths, { components }), 'probe'))?.guess).toBe('list_shelves')
})

test('a header that most operations require is asked about, unless it differs between calls', async () => {
  const names = ['X-Tenant-Id', 'X-Timestamp', 'WM_QOS.CORRELATION_ID', 'X-Request-Id', 'X-Auth-Signature']
  const get = (...some: string[]) => ({
    get: { parameters: some.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })) },
  })
  const root = documentOf({ '/a': get(...names), '/b': get(...names, 'X-Other'), '/c': get() })
  const headers = listQuestions(root, await sliceOf(root)).filter(({ id }) => id.startsWith('header '))
  expect(headers.map(({ question }) => question)).toEqual([
    'Is the header X-Tenant-Id the same in every call of an account? 2 of 3 operations require it',
  ])
  expect(printMembers(headers[0]?.overlay ?? {})).toMatch(
    /^settings: \{ x_tenant_id: .*headers: \{ 'X-Tenant-Id': '\{settings\.x_tenant_id\}' \},$/,
  )
})

test('the question whether an action only reads names its operation', async () => {
  const root = documentOf({ '/items/search': { post: { operationId: 'items.search' } } })
  expect((await findQuestion(root, 'reads POST /items/search'))?.question).toBe(
    'Does search_items (POST /items/search) only read?',
  )
})

test('a read that needs no more than such a header is proposed as a probe', async () => {
  const header = { name: 'X-Tenant-Id', in: 'header', required: true, schema: { type: 'string' } }
  const get = (operationId: string, ...more: object[]) => ({ get: { operationId, parameters: [header, ...more] } })
  const shelf = { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } }
  const root = documentOf({ '/me': get('get_me', shelf), '/shelves': get('list_shelves') })
  expect((await findQuestion(root, 'probe'))?.guess).toBe('list_shelves')
})

const answering = (properties: object) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'object', properties } } } } },
})
const text = { type: 'string' }
const tokens = documentOf({
  '/accounts': { get: answering({ accounts: { type: 'array', items: { properties: { authToken: text } } } }) },
  '/keys': { post: answering({ key: { type: 'object', properties: { client_secret: text } } }) },
  '/hooks': { get: answering({ client_secret: { type: ['string', 'null'] } }) },
  '/others': {
    get: answering({
      next_page_token: text,
      nextSyncToken: text,
      total_tokens: { type: 'integer' },
      tokens: { type: 'integer' },
      token: { type: 'boolean' },
      secret: { enum: ['on', 'off'] },
      password: { ...text, writeOnly: true },
      // The field that is each record's key, and a word of a model's.
      primaryKey: text,
      logprobs: { type: 'object', properties: { token: text, logprob: { type: 'number' } } },
    }),
  },
})

test('members of answers that are named like credentials are asked about, and are some until somebody says no', async () => {
  const result = await sliceOf(tokens)
  const questions = listQuestions(tokens, result).filter(({ id }) => id.startsWith('secret '))
  expect(questions.map(({ id, question, guess }) => [id, question, guess])).toEqual([
    ['secret authToken', 'Is "authToken" in the answers of list_accounts a credential?', 'yes'],
    ['secret client_secret', expect.stringContaining('create_key, list_hooks'), 'yes'],
  ])
  const secrets = (slice: typeof result.slice) =>
    Object.entries(slice.actions).flatMap(([name, { secret }]) => (secret ? [name] : []))
  expect(secrets(result.slice)).toEqual(['list_accounts', 'create_key', 'list_hooks'])
  const choices = { 'secret client_secret': 'no: made for a browser', 'secret POST /keys': 'yes' }
  expect(secrets((await sliceOf(tokens, { secrets: secretChoicesIn(choices) })).slice)).toEqual([
    'list_accounts',
    'create_key',
  ])
})

test('a primary key beside a secondary one is a credential', async () => {
  const root = documentOf({ '/topics/keys': { get: answering({ primaryKey: text, secondaryKey: text }) } })
  const ids = listQuestions(root, await sliceOf(root)).flatMap(({ id }) => (id.startsWith('secret ') ? [id] : []))
  expect(ids).toEqual(['secret primaryKey', 'secret secondaryKey'])
})

test.each(['like', 'unfollow', 'watch', 'block'])(
  'a path that ends with %s is never a read, whatever its method is',
  async (word) => {
    const root = documentOf({
      [`/posts/{id}/${word}`]: { get: { operationId: `${word}Post` } },
      [`/users/{id}/${word}_list`]: { post: { operationId: `list_${word}` } },
      '/posts/{id}/watchers': { get: { operationId: 'listWatchers' } },
    })
    const { slice, actions, leftOut } = await sliceOf(root)
    expect(Object.values(slice.actions).map(({ effect }) => effect)).toEqual(['write', undefined, undefined])
    const questions = listQuestions(root, { slice, actions, leftOut }).filter(({ id }) => id.startsWith('reads '))
    expect(questions.map(({ id, guess }) => [id, guess])).toEqual([[`reads GET /posts/{id}/${word}`, 'no']])
    const reads = new Set([`GET /posts/{id}/${word}`])
    expect(Object.values((await sliceOf(root, { reads })).slice.actions)[0]?.effect).toBe('read')
  },
)

test.each<[path: string, isWrite: boolean]>([
  ['/logout', true],
  ['/users/sign_out', true],
  ['/flows/trigger/{id}', true],
  ['/auth.revoke', true],
  ['/servers/{id}/restart.json', true],
  ['/apps/{id}/uninstall', true],
  ['/triggers/{id}', false],
  ['/servers/{id}/restarts', false],
  ['/deploy/{id}/logs', false],
  ['/trigger.list', false],
])('whether the GET %s is a command: %j', async (path, isWrite) => {
  const root = documentOf({ [path]: { get: { operationId: 'getIt' } } })
  const result = await sliceOf(root)
  expect(Object.values(result.slice.actions).map(({ effect }) => effect)).toEqual([isWrite ? 'write' : undefined])
  const questions = listQuestions(root, result).filter(({ id }) => id === `reads GET ${path}`)
  expect(questions.map(({ guess }) => guess)).toEqual(isWrite ? ['no'] : [])
})

test.each([
  ['a list of what is called so', {}, undefined],
  [
    'an act on what a parameter names',
    { parameters: [{ name: 'post', in: 'query', required: true, schema: {} }] },
    'write',
  ],
])('GET /watch reads where nothing is named that it could be done to: %s', async (_, more, effect) => {
  const { slice } = await sliceOf(documentOf({ '/watch': { get: { operationId: 'watch', ...more } } }))
  expect(Object.values(slice.actions)[0]?.effect).toBe(effect)
})

test('the classes that names and parameters show are asked about, and what the other writes do', async () => {
  const paths = {
    '/items/{id}': {
      delete: { operationId: 'deleteItem' },
      put: { operationId: 'putItem' },
      get: { operationId: 'getItem' },
    },
    '/webhooks': { post: { operationId: 'createWebhook' } },
  }
  const root = documentOf(paths)
  const classes = await findQuestion(root, 'classes')
  expect(classes?.question).toBe('Is this what the writes do? deletes: delete_item; grants: create_webhook')
  expect(printMembers(classes?.overlay ?? {})).toMatch(/^is: \{ \w+: \['\w+'\] \},$/)
  const others = await findQuestion(root, 'unclassed')
  expect(others?.question).toMatch(/^What do these writes do\? Their names don't show it: \w+_item$/)
  expect(printMembers(others?.overlay ?? {})).toMatch(/^is: \{ \w+_item: \[\] \},$/)
  expect(await findQuestion(reads('/items'), 'unclassed')).toBeUndefined()
})

/** A read that declares these answers. */
const answersOf = (responses: object, more: object = {}) => documentOf({ '/items': { get: { responses, ...more } } })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const lineOf = async (root: ReturnType<typeof documentOf>, id: string) => {
  const question = await findQuestion(root, id)
  return question && [printMembers(question.overlay ?? {}), question.isSure]
}
const properties = (members: object) => ({ type: 'object', properties: members })

test.each<[what: string, responses: object, line: string | undefined]>([
  ['a message', { 400: json(properties({ code: text, message: text })) }, "failure: messageAt('/message'),"],
  [
    'one in an object',
    { default: json(properties({ error: properties({ type: text, message: text }) })) },
    "failure: messageAt('/error/message'),",
  ],
  [
    'one in a list',
    { 422: json(properties({ errors: { type: 'array', items: properties({ title: text, detail: text }) } })) },
    "failure: messageAt('/errors/0/detail'),",
  ],
  [
    'the problems of FastAPI, which has texts there, too',
    { 422: json(properties({ detail: { type: 'array', items: properties({ msg: text }) } })) },
    "failure: messageAt('/detail/0/msg', '/detail'),",
  ],
  [
    'several forms, the usual one first',
    {
      400: json(properties({ error: text })),
      404: json({ allOf: [properties({ message: text })] }),
      409: json(properties({ message: text })),
      200: json(properties({ title: text })),
    },
    "failure: messageAt('/message', '/error'),",
  ],
  ['nothing that is a text', { 400: json(properties({ code: { type: 'integer' } })), 500: {} }, undefined],
])('errors that declare %s propose where it is', async (_, responses, line) => {
  expect(await lineOf(answersOf(responses), 'failure')).toEqual(line === undefined ? undefined : [line, true])
})

const declaring = (...names: string[]) => ({
  200: { headers: Object.fromEntries(names.map((name) => [name, { description: 'A Unix timestamp' }])) },
})

test.each<[headers: string[], line: string | undefined, isSure: boolean]>([
  [['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'], "limits: { headers: 'X-RateLimit-*' },", true],
  [['ratelimit-remaining', 'ratelimit-reset'], "limits: { headers: 'RateLimit-*' },", true],
  [['RateLimit', 'RateLimit-Policy'], "limits: { headers: 'RateLimit' },", true],
  [['Retry-After'], "limits: { headers: 'Retry-After' },", true],
  [
    ['X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset'],
    "limits: { headers: { remaining: 'X-Rate-Limit-Remaining', reset: { header: 'X-Rate-Limit-Reset', unit: 'epoch-s' } } },",
    false,
  ],
  [['X-Total-Count'], undefined, false],
])('the headers %j propose how the limit is reported', async (names, line, isSure) => {
  expect(await lineOf(answersOf(declaring(...names)), 'limits')).toEqual(
    line === undefined ? undefined : [line, isSure],
  )
})

test('days on which a document ends operations are proposed, where callers have these', async () => {
  const root = documentOf({
    '/a': { get: { 'x-sunset': '2027-03-01' }, delete: { 'x-sunset': 'soon' } },
    '/b': { get: { 'x-removal-date': '2027-04-01T00:00:00Z', deprecated: true } },
  })
  expect(await lineOf(root, 'sunset')).toEqual([
    "sunset: { get_a: { on: '2027-03-01' }, get_b: { on: '2027-04-01' } },",
    true,
  ])
  const { slice, ...rest } = await sliceOf(root, { hidesDeprecated: true })
  const hidden = listQuestions(root, { slice, ...rest }).find(({ id }) => id === 'sunset')
  expect(printMembers(hidden?.overlay ?? {})).toBe("sunset: { get_a: { on: '2027-03-01' } },")
})

test.each([
  ['listCreate', '/lists', 'Create a new list', false],
  ['readConversation', '/conversations/{id}/read', 'Mark a conversation as read', false],
  ['queryLogConfig', '/querylog_config', 'Set query log parameters', false],
  ['listRemove', '/bounces/remove-list', 'Remove bounced emails', false],
  ['getLogout', '/logout', 'Gets the logout', false],
  ['getSignOut', '/users/sign_out', 'The end of a session', false],
  ['getRefreshAccounts', '/bank/refresh_accounts', 'The accounts of a bank', false],
  ['getImportJson', '/import_json', 'A system from its copy', false],
  ['getTokenOpenid', '/auth/openid/{provider}/callback', 'A token for a code', false],
  ['querySettings', '/settings/query', 'Query the settings', true],
  ['collectionsInfo', '/collections.info', 'Retrieve a collection', true],
  ['searchItems', '/items/search', 'Creatures that match', true],
])(
  'whether the POST %s only reads is asked unless its description says that it writes',
  async (operationId, path, summary, isAsked) => {
    const root = documentOf({ [path]: { post: { operationId, summary } } })
    expect((await findQuestion(root, `reads POST ${path}`)) !== undefined).toBe(isAsked)
  },
)

test('a credential that some bodies require and others may have is one question', async () => {
  const post = (operationId: string, required: readonly string[]) => ({
    post: {
      operationId,
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { api_key: { type: 'string' }, name: { type: 'string' } }, required },
          },
        },
      },
    },
  })
  const root = documentOf({ '/a': post('createA', []), '/b': post('createB', ['api_key']) })
  const result = await sliceOf(root)
  const ids = listQuestions(root, result).map(({ id }) => id)
  expect(ids.filter((id) => id.startsWith('credential '))).toEqual(['credential body api_key'])
  expect(new Set(ids).size).toBe(ids.length)
})

test('what is hidden is no example of how lists are paginated', async () => {
  const page = { name: 'page', in: 'query', schema: { type: 'integer' } }
  const answer = {
    description: '',
    content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } },
  }
  const list = (more: object) => ({ get: { parameters: [page], responses: { 200: answer }, ...more } })
  const root = documentOf({ '/a': list({ deprecated: true }), '/b': list({}) })
  const hidden = await sliceOf(root, { hidesDeprecated: true })
  const lines = listQuestions(root, hidden).find(({ id }) => id === 'paging')
  expect(lines?.question).toMatch('1 read ')
  expect(printMembers(lines?.overlay ?? {})).toMatch('list_b')
})
