import {
  type AnyProvider,
  type Auth,
  action,
  apiKey,
  basic,
  invalid,
  oauth2,
  origin,
  path,
  provider,
  read,
  Type,
  write,
} from '@patchbay/core/provider'
import { lists } from './fixture-lists.ts'

const id = Type.String({ maxLength: 10_000 })
const words = Type.Optional(Type.String())

const get = action({
  description: 'Get a thing; never cached',
  effect: read(),
  params: {
    id,
    note: Type.Optional(Type.String({ description: 'Sent as the header X-Note' })),
    filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  call: ({ id, note, filter }) => ({
    method: 'GET',
    path: path`/things/${id}`,
    headers: { 'X-Note': note },
    ...(filter && { query: { filter: filter as Record<string, string> } }),
  }),
})

const look = action({
  description: 'Get a thing; cached for a minute',
  effect: read({ ttl: '1m' }),
  params: { id, colour: words, shade: words },
  call: ({ id, colour, shade }) => ({ method: 'GET', path: path`/things/${id}`, query: { colour, shade } }),
})

const glance = action({
  description: 'Get a thing; cached for a moment',
  effect: read({ ttl: '150ms' }),
  params: { id },
  call: ({ id }) => ({ method: 'GET', path: path`/things/${id}` }),
})

const create = action({
  description: 'Make a thing: not to be sent twice',
  effect: write(),
  params: { name: Type.String() },
  call: ({ name }) => ({ method: 'POST', path: path`/things`, body: { name } }),
})

const rename = action({
  description: 'Rename a thing: idempotent by nature',
  effect: write({ idempotent: true }),
  params: { id, name: Type.String() },
  call: ({ id, name }) => ({ method: 'PUT', path: path`/things/${id}`, body: { name } }),
})

const pay = action({
  description: 'Pay: idempotent by the vendor’s key; a form',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: {
    amount: Type.Integer(),
    metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
    means: Type.Optional(Type.Array(Type.String())),
  },
  call: ({ amount, metadata, means }) => ({ method: 'POST', path: path`/payments`, form: { amount, metadata, means } }),
})

const check = action({
  description: 'Get a thing that must have a whole number',
  effect: read(),
  params: { id },
  result: Type.Object({ number: Type.Integer() }),
  call: ({ id }) => ({ method: 'GET', path: path`/things/${id}` }),
})

const unwrap = action({
  description: 'Get a thing out of its wrapping',
  effect: read(),
  params: { id },
  call: ({ id }) => ({ method: 'GET', path: path`/things/${id}` }),
  shape: (body, { status }) => ({ thing: (body as { wrapped: unknown }).wrapped, status }),
})

const trip = action({
  description: 'A plugin’s bug',
  effect: read(),
  params: { id },
  call: () => {
    throw new TypeError('inner words about /home/patchbay')
  },
})

const weigh = action({
  description: 'Refuses what its schema can’t',
  effect: read(),
  params: { least: Type.Integer(), most: Type.Integer() },
  call: ({ least, most }) => {
    if (least > most) throw invalid('/least', 'must not be over most')
    return { method: 'GET', path: path`/things`, query: { least, most } }
  },
})

/** One action for each thing that a plugin can declare. */
const actions = { get, look, glance, create, rename, pay, check, unwrap, trip, weigh, ...lists }

const oauth = oauth2({
  authorize: 'https://fixture.example.com/authorize',
  token: 'https://fixture.example.com/token',
  scopes: ['things'],
  rotates: false,
})

const base = { origin: 'https://fixture.example.com', probe: { action: 'get', params: { id: '1' } }, actions } as const

/** Its error shape is `{fault: {words, status?, wait?}}`, also with status 200; `wait` is in seconds. */
export const fixture = provider({
  ...base,
  id: 'fixture',
  title: 'Fixture',
  auth: oauth,
  headers: { 'X-Version': '7' },
  arrays: 'brackets',
  failure: (body) => {
    const fault = (body as { fault?: { words: string; status?: number; wait?: number } } | null | undefined)?.fault
    if (!fault) return undefined
    const { words: message, status, wait: retryAfter } = fault
    return { message, ...(status && { status }), ...(retryAfter !== undefined && { retryAfter }) }
  },
})

/** As `fixture`, under another id, with what is given instead of its own. */
export const variant = (id: string, changes: Partial<AnyProvider>): AnyProvider => ({ ...fixture, ...changes, id })

const authVariant = (id: string, auth: Auth) => variant(id, { auth })

export const byHeader = authVariant('by-header', apiKey({ header: 'X-Api-Key', prefix: 'Token ' }))
export const byQuery = authVariant('by-query', apiKey({ query: 'api_key' }))
export const byPair = authVariant('by-pair', basic())
export const byUsername = authVariant('by-username', basic({ password: '' }))
export const byPassword = authVariant('by-password', basic({ username: 'api' }))

/** Its host depends on the account. */
export const regional = provider({
  ...base,
  id: 'regional',
  title: 'Regional',
  auth: oauth,
  origin: origin`https://${'region'}.fixture.example.com`,
  settings: { region: Type.String({ pattern: '^[a-z]{2}$', maxLength: 2 }) },
  actions: {
    get,
    look: action({
      description: 'Get a thing of the region; cached for a minute',
      effect: read({ ttl: '1m' }),
      params: { id },
      call: ({ id }, { settings: { region = '' } }) => ({ method: 'GET', path: path`/${region}/things/${id}` }),
    }),
  },
})
