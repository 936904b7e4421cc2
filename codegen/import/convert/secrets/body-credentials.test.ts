import { expect, test } from 'vitest'
import { listQuestions } from '../../ask/questions.ts'
import { documentOf, sliceOf } from '../../testing/slice-of.ts'

const schemes = { secret: { type: 'apiKey', in: 'header', name: 'SHELF-SECRET' } }
const text = (description?: string) => ({ type: 'string', ...(description && { description }) })

const document = (properties: object, required: string[] = [], more: object = {}) => {
  const schema = { type: 'object', properties: { name: text(), ...properties }, required }
  const post = (operationId: string) => ({
    post: { operationId, requestBody: { content: { 'application/json': { schema } } } },
  })
  const login = { ...post('login').post, security: [] }
  return documentOf(
    { '/a': post('createA'), '/b': post('createB'), '/login': { post: login } },
    { security: [{ secret: [] }], components: { securitySchemes: schemes }, ...more },
  )
}

const membersOf = async (root: ReturnType<typeof documentOf>, path: string, decided: object = {}) => {
  const { slice } = await sliceOf(root, decided)
  return Object.keys(Object.values(slice.actions).find((action) => action.path === path)?.params ?? {})
}

test.each([
  ['the header of the key is named', { secret: text('Your secret: in the `SHELF-SECRET` header, or here') }],
  ['most bodies have it', { api_key: text() }],
  ['its description says so', { token: text('The API token of the account') }],
])('a member of bodies that carries the credential is no parameter where %s', async (_, properties) => {
  const root = document(properties)
  expect(await membersOf(root, '/a')).toEqual(['name'])
  // Without a credential the member is the operation's own.
  expect(await membersOf(root, '/login')).toEqual(['name', ...Object.keys(properties)])
  const [name = ''] = Object.keys(properties)
  const question = listQuestions(root, await sliceOf(root)).find(({ id }) => id === `credential body ${name}`)
  expect(question).toMatchObject({ guess: 'yes', options: ['yes', 'no'] })
  expect(await membersOf(root, '/a', { plain: new Set([`body ${name}`]) })).toEqual(['name', name])
})

test.each([
  ['a password', { password: text() }],
  ['a secret that is not about the sign-in', { secret: text('The secret of the webhook') }],
  ['a token of something else', { token: text('The token of the device') }],
])('%s stays a parameter', async (_, properties) => {
  expect(await membersOf(document(properties), '/a')).toEqual(['name', ...Object.keys(properties)])
})

test('one that operations require is filled in by callers, until somebody says otherwise', async () => {
  const root = document({ access_token: text() }, ['access_token'])
  expect(await membersOf(root, '/a')).toEqual(['access_token', 'name'])
  const question = listQuestions(root, await sliceOf(root)).find(({ id }) => id === 'credential body access_token')
  expect(question).toMatchObject({ guess: 'no', meanwhile: expect.stringContaining('callers fill it in') })
  expect(await membersOf(root, '/a', { withheld: new Set(['body access_token']) })).toEqual(['name'])
})

test('one that most operations require, of a document without another sign-in, is the credential of the account', async () => {
  const schema = { type: 'object', properties: { name: text(), api_key: text() }, required: ['api_key'] }
  const body = (operationId: string) => ({
    post: { operationId, requestBody: { content: { 'application/json': { schema } } } },
  })
  const root = documentOf({ '/a': body('createA'), '/b': body('createB') }, {})
  const converted = await sliceOf(root)
  expect(await membersOf(root, '/a')).toEqual(['name'])
  const question = listQuestions(root, converted).find(({ id }) => id === 'security' || id === 'sign-in')
  expect(JSON.stringify(question)).toMatch(/"guess":"api_key".*\{"args":\[\{"body":"api_key"\}\]\}/)
  expect(await membersOf(root, '/a', { plain: new Set(['body api_key']) })).toEqual(['api_key', 'name'])
})

test('one that most operations require and some could go without is filled in by callers in all of them', async () => {
  const withToken = (operationId: string, required: string[]) => ({
    post: {
      operationId,
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { name: text(), access_token: text() }, required },
          },
        },
      },
    },
  })
  const paths = {
    '/a': withToken('createA', ['access_token']),
    '/b': withToken('createB', ['access_token']),
    '/c': withToken('createC', []),
  }
  const root = documentOf(paths, { security: [{ secret: [] }], components: { securitySchemes: schemes } })
  const question = listQuestions(root, await sliceOf(root)).find(({ id }) => id === 'credential body access_token')
  expect(question).toMatchObject({ guess: 'no', question: expect.stringContaining('of 3 operations') })
})

test('is no parameter in any branch of a body that stays whole, and the others keep theirs', async () => {
  const schemas = {
    Film: { type: 'object', properties: { reel: text(), api_key: text() }, required: ['reel'] },
    Book: {
      allOf: [
        { type: 'object', properties: { page: text() }, required: ['page', 'api_key'] },
        { type: 'object', properties: { api_key: text() } },
      ],
    },
  }
  const schema = { oneOf: [{ $ref: '#/components/schemas/Film' }, { $ref: '#/components/schemas/Book' }] }
  const post = (operationId: string) => ({
    post: { operationId, requestBody: { content: { 'application/json': { schema } } } },
  })
  const root = documentOf(
    { '/a': post('createA'), '/b': post('createB') },
    {
      security: [{ secret: [] }],
      components: { securitySchemes: schemes, schemas },
    },
  )
  const bodyOf = (slice: Awaited<ReturnType<typeof sliceOf>>['slice']) =>
    JSON.stringify(slice.actions.create_a?.params) + JSON.stringify(slice.schemas)
  // A branch requires it, so that callers fill it in until somebody says otherwise.
  const undecided = await sliceOf(root)
  expect(bodyOf(undecided.slice)).toContain('api_key')
  expect(listQuestions(root, undecided).find(({ id }) => id === 'credential body api_key')).toMatchObject({
    guess: 'no',
  })
  const { slice } = await sliceOf(root, { withheld: new Set(['body api_key']) })
  expect(bodyOf(slice)).not.toContain('api_key')
  expect(bodyOf(slice)).toMatch(/reel.*page/)
})
