import {
  type AnyProvider,
  type Auth,
  apiKey,
  basic,
  htmlLoads,
  invalid,
  keys,
  none,
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

const get = read('GET /things/{id}', {
  description: 'Get a thing; never cached',
  params: {
    id,
    note: Type.Optional(Type.String({ description: 'Sent as the header X-Note' })),
    filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  in: { note: 'header' },
  rename: { note: 'X-Note' },
})

const look = read('GET /things/{id}', {
  description: 'Get a thing; cached for a minute',
  ttl: '1m',
  params: { id, colour: words, shade: words },
})

const glance = read('GET /things/{id}', {
  description: 'Get a thing; cached for a moment',
  ttl: '150ms',
  params: { id },
})

const create = write('POST /things', {
  is: [],
  description: 'Make a thing: not to be sent twice',
  params: { name: Type.String() },
})

const book = write('POST /bookings', {
  description: 'Book a thing: 423 says that nothing was booked',
  repeatOn: [423],
  params: { name: Type.String() },
})

const rename = write('PUT /things/{id}', {
  is: [],
  description: 'Rename a thing: idempotent by nature',
  idempotent: true,
  params: { id, name: Type.String() },
})

const annotate = write('POST /notes', {
  description: 'Write a note, whose pictures are loaded by whoever reads it',
  is: ['runs'],
  onlyIf: { runs: ({ note }) => htmlLoads(note) },
  roles: { text: ['/note'] },
  params: { note: Type.String() },
})

const pay = write('POST /payments', {
  description: 'Pay: idempotent by the vendor’s key; a form',
  idempotencyKey: 'Idempotency-Key',
  encoding: 'form',
  is: ['sends', 'pays'],
  roles: { amount: { at: ['/amount'], unit: 'minor' } },
  params: {
    amount: Type.Integer(),
    metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
    means: Type.Optional(Type.Array(Type.String())),
  },
})

const check = read('GET /things/{id}', {
  description: 'Get a thing that must have a whole number',
  params: { id },
  result: Type.Object({ number: Type.Integer() }),
})

const unwrap = read('GET /things/{id}', {
  description: 'Get a thing out of its wrapping',
  params: { id },
  shape: (body, { status }) => ({ thing: (body as { wrapped: unknown }).wrapped, status }),
})

const trip = read('GET /things/{id}', {
  description: 'A plugin’s bug',
  params: { id },
  request: () => {
    throw new TypeError('inner words about /home/patchbay')
  },
})

const weigh = read('GET /things', {
  description: 'Refuses what its schema can’t',
  params: { least: Type.Integer(), most: Type.Integer() },
  request: ({ least, most }) => {
    if (least > most) throw invalid('/least', 'must not be over most')
    return {}
  },
})

/** One action for each thing that a plugin can declare. */
const actions = { get, look, glance, create, book, rename, annotate, pay, check, unwrap, trip, weigh, ...lists }

const oauth = oauth2({
  authorize: 'https://fixture.example.com/authorize',
  token: 'https://fixture.example.com/token',
  scopes: { things: 'Read and change things' },
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
export const byTokenHeader = authVariant('by-token-header', { ...oauth, header: 'X-Access-Token' })
export const byQuery = authVariant('by-query', apiKey({ query: 'api_key' }))
export const byCookie = authVariant('by-cookie', apiKey({ cookie: 'session' }))
export const open = authVariant('open', none())
export const byKeys = authVariant(
  'by-keys',
  keys({ app_id: { query: 'app' }, api_key: { header: 'DD-API-KEY' }, session: { cookie: 'session' } }),
)
export const byPair = authVariant('by-pair', basic())
export const byUsername = authVariant('by-username', basic({ password: '' }))
export const byPassword = authVariant('by-password', basic({ username: 'api' }))

/** Its sign-in gives access to several accounts. */
export const listed = variant('listed', {
  auth: oauth2({
    authorize: 'https://fixture.example.com/authorize',
    token: 'https://fixture.example.com/token',
    scopes: {},
    rotates: false,
    tells: { place: { list: { at: '/places' }, answer: '/id' } },
  }),
  settings: { place: Type.String({ pattern: '^[a-z]+$', maxLength: 10 }) },
})

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
    look: read('GET /things/{id}', {
      description: 'Get a thing of the region; cached for a minute',
      ttl: '1m',
      params: { id },
      request: ({ id }, { settings: { region = '' } }) => ({ path: path`/${region}/things/${id}` }),
    }),
  },
})
