import { describe, expect, test } from 'vitest'
import { listQuestions } from '../ask/questions.ts'
import { createLeftOutList } from '../read/left-out.ts'
import { inVersion3 } from '../read/version-3.ts'
import { documentOf, sliceOf } from '../testing/slice-of.ts'
import { overlayTs } from '../write/scaffold.ts'

const inHeader = (name: string, more: object = {}) => ({ type: 'apiKey', in: 'header', name, ...more })
const inQuery = (name: string) => ({ type: 'apiKey', in: 'query', name })
const inCookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name })
const bearer = { type: 'http', scheme: 'bearer' }
const basic = { type: 'http', scheme: 'basic' }
const code = { authorizationUrl: 'https://id.shelves.com/o', tokenUrl: 'https://id.shelves.com/t', scopes: {} }
const oauth = (flows: object) => ({ type: 'oauth2', flows })

const operation = (id: string, more: object = {}) => ({ get: { operationId: id, ...more } })
const each = (...names: string[]) => names.map((name) => ({ [name]: [] }))

const document = (securitySchemes: object, security?: readonly object[], more: object = {}) =>
  documentOf(
    { '/a': operation('listA'), '/b': operation('listB'), '/c': operation('listC') },
    { components: { securitySchemes }, ...(security && { security }), ...more },
  )

/** The sign-in with which the overlay begins, on one line. */
const signInOf = async (root: ReturnType<typeof documentOf>): Promise<string> => {
  const overlay = overlayTs('shelves', root, (await sliceOf(root)).slice)
  const [, auth = ''] = /^ {2}auth: (.*?),\n {2}(?:\/\/|actions)/ms.exec(overlay) ?? []
  return auth.replaceAll(/\n\s*\/\/.*/g, '').replaceAll(/\n\s*/g, ' ')
}

const questionOf = async (root: ReturnType<typeof documentOf>) =>
  listQuestions(root, await sliceOf(root)).find(({ id }) => id === 'security')

describe('the sign-in of an overlay is begun by what the operations require', () => {
  test.each<[string, ReturnType<typeof documentOf>, string]>([
    [
      'not the first scheme',
      document({ a: inCookie('sid'), b: inHeader('X-Key') }, each('b')),
      "apiKey({ header: 'X-Key' })",
    ],
    [
      'a name of a header with the word that stands in it (crowdsecurity/crowdsec)',
      document({ a: inHeader('Authorization: Bearer') }, each('a')),
      "apiKey({ header: 'authorization', prefix: 'Bearer ' })",
    ],
    [
      'a name of a header with its colon',
      document({ a: inHeader('X-Shelf-Key:') }, each('a')),
      "apiKey({ header: 'X-Shelf-Key' })",
    ],
    [
      'a key in a header before a bearer token',
      document({ a: bearer, b: inHeader('X-Key') }, each('a', 'b')),
      "apiKey({ header: 'X-Key' })",
    ],
    [
      'a bearer token before the query',
      document({ a: inQuery('key'), b: bearer }, each('a', 'b')),
      "apiKey({ header: 'authorization', prefix: 'Bearer ' })",
    ],
    [
      'the query before a cookie',
      document({ a: inCookie('sid'), b: inQuery('key') }, each('a', 'b')),
      "apiKey({ query: 'key' })",
    ],
    [
      'several keys at once, each by its own name',
      document(
        { id: inHeader('SHELF-CLIENT-ID'), secret: inHeader('SHELF-SECRET'), version: inHeader('Shelf-Version') },
        [{ id: [], secret: [], version: [] }],
      ),
      "keys({ shelf_client_id: { header: 'SHELF-CLIENT-ID' }, shelf_secret: { header: 'SHELF-SECRET' }, shelf_version: { header: 'Shelf-Version' }, })",
    ],
    [
      'the code flow before a static token',
      document({ pat: inHeader('X-Token'), oauth: oauth({ authorizationCode: code }) }, each('pat', 'oauth')),
      "oauth2({ authorize: 'https://id.shelves.com/o', token: 'https://id.shelves.com/t', scopes: {}, rotates: false, })",
    ],
    [
      'client credentials rather than a fixed token',
      document({ oauth: oauth({ clientCredentials: { tokenUrl: '/v1/token', scopes: {} } }) }, each('oauth')),
      "oauth2({ grant: 'client_credentials', token: 'https://api.shelves.com/v1/token', scopes: {}, })",
    ],
    [
      'what most operations take, though a few take OAuth',
      documentOf(
        {
          '/a': operation('a'),
          '/b': operation('b'),
          '/c': operation('c'),
          '/d': operation('d', { security: each('bot', 'oauth') }),
        },
        {
          components: { securitySchemes: { bot: inHeader('X-Bot'), oauth: oauth({ authorizationCode: code }) } },
          security: each('bot'),
        },
      ),
      "apiKey({ header: 'X-Bot' })",
    ],
    [
      'two schemes that are one credential',
      document({ a: oauth({ implicit: {} }), b: oauth({ authorizationCode: code }) }, [{ a: [], b: [] }]),
      "oauth2({ authorize: 'https://id.shelves.com/o', token: 'https://id.shelves.com/t', scopes: {}, rotates: false, })",
    ],
    [
      'a scheme of HTTP by its name',
      document({ a: { type: 'http', scheme: 'GenieKey' } }, each('a')),
      "apiKey({ header: 'authorization', prefix: 'GenieKey ' })",
    ],
    ['HTTP Basic', document({ a: basic }, each('a')), 'basic()'],
    [
      'a scheme that is named by another one',
      document({ a: { $ref: '#/components/x-schemes/key' } }, each('a'), {
        components: {
          securitySchemes: { a: { $ref: '#/components/x-schemes/key' } },
          'x-schemes': { key: inHeader('X-Key') },
        },
      }),
      "apiKey({ header: 'X-Key' })",
    ],
    [
      'a cookie that is declared as a header',
      document({ a: inHeader('Cookie', { description: 'The session, such as `shelf_sid=abc123`' }) }, each('a')),
      "apiKey({ cookie: 'shelf_sid' })",
    ],
    [
      'the key beside a client certificate',
      document({ a: { type: 'mutualTLS' }, b: inHeader('X-Key') }, [{ a: [], b: [] }]),
      "apiKey({ header: 'X-Key' })",
    ],
  ])('%s', async (_, root, auth) => {
    expect(await signInOf(await inVersion3(root, createLeftOutList()))).toBe(auth)
  })
})

test.each([
  ['a digest', { type: 'http', scheme: 'digest' }, 'a (digest)'],
  ['a signature', { type: 'http', scheme: 'hmac' }, 'a (hmac)'],
  ['a client certificate', { type: 'mutualTLS' }, 'a (mutualTLS)'],
])('%s is no sign-in that the gateway makes of the document, and the question says so', async (_, scheme, name) => {
  const question = await questionOf(document({ a: scheme }, each('a')))
  expect(question?.reason).toContain(`the document requires ${name}, which takes`)
})

test.each<[string, object, object[] | undefined, string]>([
  [
    'a certificate beside a key',
    { a: { type: 'mutualTLS' }, b: inHeader('X-Key') },
    [{ a: [], b: [] }],
    'a (mutualTLS)',
  ],
  ['a scheme that is not declared', { b: inHeader('X-Key') }, [{ a: [], b: [] }], 'a (not declared)'],
])('%s leaves the question how it is sent', async (_, schemes, security, name) => {
  expect((await questionOf(document(schemes, security)))?.reason).toContain(`how ${name} is sent`)
})

test('a key that two of many operations have as a parameter is one line, and the usual ones go first', async () => {
  const ofRepository = { name: 'bearerToken', in: 'query', schema: { type: 'string' } }
  const paths = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name, index) => [
      `/${name}`,
      { get: { operationId: `get_${name}`, parameters: index < 2 ? [ofRepository] : [] } },
    ]),
  )
  const question = await questionOf(documentOf(paths))
  const names = question?.alternatives?.map(({ name }) => name)
  expect([names?.[0], names?.at(-1)]).toEqual(['a bearer token', 'bearerToken'])
})

test.each<[string, object]>([
  ['the user in whose name', inHeader('Sudo')],
  ['a code that works once', inHeader('X-GITEA-OTP')],
  ['a code against forgery', inHeader('X-CSRFToken')],
  ['the same in a query', inQuery('sudo')],
])('%s a call is made goes beside a credential, and never before one', async (_, scheme) => {
  const description = 'API tokens must be prepended with "token" followed by a space.'
  const schemes = { a: scheme, key: inHeader('Authorization', { description }), other: inQuery('token') }
  const root = document(schemes, [{ a: [] }, { key: [] }, { other: [] }])
  expect(await signInOf(root)).toBe("apiKey({ header: 'authorization', prefix: 'token ' })")
})

test('an address that revokes tokens refreshes none', async () => {
  const at = (refreshUrl: string) => {
    const flow = { authorizationUrl: '/o/authorize/', tokenUrl: '/o/token/', refreshUrl, scopes: {} }
    return document({ oauth: { type: 'oauth2', flows: { authorizationCode: flow } } }, each('oauth'))
  }
  expect(await signInOf(at('/o/revoke_token/'))).not.toContain('refresh:')
  expect(await signInOf(at('/o/refresh/'))).toContain('refresh:')
})

test('addresses of a demonstration are a doubt: people sign in at their own server', async () => {
  const at = (url: string) => ({ authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, scopes: {} })
  const oauth = { type: 'oauth2', flows: { authorizationCode: at('https://demo.shelves.org/oauth') } }
  expect((await questionOf(document({ oauth }, each('oauth'))))?.reason).toMatch('of a demonstration')
})

describe('a prefix is the one that the document shows', () => {
  test.each([
    ['Pass the token in the header: `Authorization: SSWS {API Token}`', 'SSWS '],
    ['by setting the `Authorization` header to `Shelf-API-Key your-private-api-key`<br>More', 'Shelf-API-Key '],
    ['Enter a token with the `Bearer` prefix, e.g. `Bearer Axxxxxxxxxx`.', 'Bearer '],
    ['Authorization: Token <your token>', 'Token '],
    ['The token, prepended with "Token" and a space', 'Token '],
    ['The API key with the format `Token token=<API_KEY>`', 'Token token='],
    ['Authorization: key=YOUR_SERVER_KEY', 'key='],
    ['Bearer', 'Bearer '],
    [`"Type 'Bearer TOKEN' to correctly set the API Key"`, 'Bearer '],
    ['Type "Token" followed by a space and the key.', 'Token '],
    ["Enter: **'Bearer &lt;JWT&gt;'**, where JWT is the access token", 'Bearer '],
    ["Add 'Bearer ' before the token", 'Bearer '],
    ['Authorization: PVEAPIToken=USER@REALM!TOKENID=UUID', 'PVEAPIToken='],
    ["E.g. 'Authorization: Api-Key 12345'", 'Api-Key '],
    ['Insert the word JWT, a space and your token', 'JWT '],
    ['Header of the form “Shelf abc123def”', 'Shelf '],
    ['See "Creating Tokens", and use the token as it is', undefined],
    ['Set the Authorization header to your API key.', undefined],
    // In quotes, which no prefix could close.
    ['Authorization: Token token="abc123"', undefined],
    ['API keys are prefixed with sk_ and a number', undefined],
    ['A token of a bot', undefined],
    [undefined, undefined],
  ])('%s', async (description, prefix) => {
    const root = document({ key: inHeader('Authorization', { description }) }, each('key'))
    const shown = prefix === undefined ? '' : `, prefix: '${prefix}'`
    expect(await signInOf(root)).toBe(`apiKey({ header: 'authorization'${shown} })`)
    // One that nothing shows is a question, with a line for each answer.
    const lines = (await questionOf(root))?.alternatives?.length
    expect(lines).toBe(prefix === undefined ? 2 : undefined)
  })

  test('a text that only speaks of Bearer has it proposed, and is asked about', async () => {
    const description = 'Please insert JWT with Bearer into field'
    const root = document({ key: inHeader('Authorization', { description }) }, each('key'))
    expect(await signInOf(root)).toBe("apiKey({ header: 'authorization', prefix: 'Bearer ' })")
    expect((await questionOf(root))?.alternatives?.map(({ name }) => name)).toEqual(['key', 'key without Bearer'])
  })

  test.each(['Bearer', 'bearerAuth', 'BearerToken', 'jwt_bearer'])('so has a scheme with the name %s', async (name) => {
    const root = document({ [name]: inHeader('Authorization') }, each(name))
    expect(await signInOf(root)).toBe("apiKey({ header: 'authorization', prefix: 'Bearer ' })")
    expect((await questionOf(root))?.alternatives?.map((one) => one.name)).toEqual([name, `${name} without Bearer`])
  })

  test('a text about the API in general says it of the header that it names', async () => {
    const info = { title: 'Shelves', version: '1', description: 'Send `Authorization: Token <key>` with each call' }
    expect(await signInOf(document({ a: inHeader('Authorization') }, each('a'), { info }))).toContain(
      "prefix: 'Token '",
    )
    expect(await signInOf(document({ a: inHeader('X-Shelf-Key') }, each('a'), { info }))).not.toContain('prefix')
  })
})

describe('credentials that are declared as parameters', () => {
  const header = (name: string, required = true) => ({ name, in: 'header', required, schema: { type: 'string' } })
  const query = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } })
  const withParameters = (...parameters: object[]) =>
    documentOf({
      '/a': operation('listA', { parameters }),
      '/b': operation('listB', { parameters }),
      '/login': { post: { operationId: 'login' } },
    })

  test.each<[string, object[], string]>([
    [
      'a token and whose it is',
      [header('X-Auth-Token'), header('X-User-Id'), query('shelf')],
      "keys({ x_auth_token: { header: 'X-Auth-Token' }, x_user_id: { header: 'X-User-Id' } })",
    ],
    [
      'a key and a secret',
      [header('apiKey'), header('apiSecret')],
      "keys({ api_key: { header: 'apiKey' }, api_secret: { header: 'apiSecret' } })",
    ],
    ['a header of the vendor’s own name', [header('SHELF-TOKEN')], "apiKey({ header: 'SHELF-TOKEN' })"],
    [
      'a name and a password of every call',
      [query('username'), query('password')],
      "keys({ username: { query: 'username' }, password: { query: 'password' } })",
    ],
  ])('are what the overlay says, and no parameters: %s', async (_, parameters, auth) => {
    const root = withParameters(...parameters)
    expect(await signInOf(root)).toBe(auth)
    const { slice } = await sliceOf(root)
    const names = Object.values(slice.actions).flatMap(({ params }) => Object.keys(params))
    expect(names.filter((name) => name !== 'shelf')).toEqual([])
    expect(await questionOf(root)).toBeDefined()
  })

  test.each([
    ['a new user’s password', query('password'), 'password'],
    ['the header of one operation', header('X-Idempotency-Key'), 'x_idempotency_key'],
    ['a header of most that is no credential', header('X-CSRF-Token'), 'x_csrf_token'],
    ['whose it is, without a token', header('X-User-Id'), 'x_user_id'],
  ])('%s stays a parameter', async (_, parameter, name) => {
    const root = documentOf({
      '/a': operation('listA', { parameters: /password|Idempotency/.test(parameter.name) ? [] : [parameter] }),
      '/b': operation('listB', { parameters: /password|Idempotency/.test(parameter.name) ? [] : [parameter] }),
      '/users': { post: { operationId: 'createUser', parameters: [parameter] } },
    })
    const { slice } = await sliceOf(root)
    const created = Object.values(slice.actions).find(({ path }) => path === '/users')
    expect(Object.keys(created?.params ?? {})).toEqual([name])
  })

  test('the key of the application beside a person’s token is sent with it', async () => {
    const parameters = [header('X-Subscription-Key')]
    const root = documentOf(
      { '/a': operation('listA', { parameters }), '/b': operation('listB', { parameters }) },
      { components: { securitySchemes: { bearer } }, security: each('bearer') },
    )
    expect(await signInOf(root)).toBe(
      "keys({ authorization: { header: 'authorization', prefix: 'Bearer ' }, x_subscription_key: { header: 'X-Subscription-Key' }, })",
    )
  })
})

describe('what is known of the vendor’s host', () => {
  const at = (url: string) => ({ servers: [{ url }] })

  test('goes before what the document says', async () => {
    const root = document({ key: inQuery('access_token') }, each('key'), at('https://api.zoom.us/v2'))
    expect(await signInOf(root)).toMatch(
      /^oauth2\(\{ authorize: 'https:\/\/zoom\.us\/oauth\/authorize', .*rotates: true, \}\)$/,
    )
    expect((await questionOf(root))?.alternatives?.map(({ name }) => name)).toEqual(['OAuth', 'key'])
  })

  test('leaves no question, where it is the only way', async () => {
    const root = document({ key: inHeader('Authorization') }, each('key'), at('https://api.monday.com/v2'))
    expect(await signInOf(root)).toBe("apiKey({ header: 'authorization' })")
    expect(await questionOf(root)).toBeUndefined()
  })

  test('says whether refresh tokens rotate, also by the host at which people sign in', async () => {
    const flows = { authorizationCode: { ...code, authorizationUrl: 'https://auth.atlassian.com/authorize' } }
    const root = document({ oauth: oauth(flows) }, each('oauth'))
    expect(await signInOf(root)).toMatch(/token: 'https:\/\/id\.shelves\.com\/t'.*rotates: true/)
  })
})

test('a document whose alternatives are several has a line for each, with the operations that take it', async () => {
  const root = document({ a: inHeader('X-Key'), b: bearer, c: inQuery('key') }, each('a', 'b', 'c'))
  const question = await questionOf(root)
  expect(question?.question).toBe('Which authentication is used? a, b, c')
  expect(question?.alternatives?.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test.each<[string, ReturnType<typeof documentOf>]>([
  ['the operations name none', document({ a: inHeader('X-Key') })],
  ['it has none at all', document({})],
  ['the token is had in another way', document({ a: oauth({ password: { tokenUrl: '/t', scopes: {} } }) }, each('a'))],
  [
    'a token stands beside a key',
    document({ a: oauth({ authorizationCode: code }), b: inHeader('X-Key') }, [{ a: [], b: [] }]),
  ],
  [
    'a parameter is a signature',
    documentOf({
      '/a': operation('a', { parameters: [{ name: 'X-Auth-Signature', in: 'header', required: true }] }),
      '/b': operation('b', { parameters: [{ name: 'X-Auth-Signature', in: 'header', required: true }] }),
    }),
  ],
])('how credentials are sent is asked where %s', async (_, root) => {
  expect(await questionOf(root)).toBeDefined()
})
