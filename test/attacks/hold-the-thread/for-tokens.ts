import type { HttpRoute } from '../../../server/http/exchange.ts'
import { toolSurfaces } from '../../../server/mcp/tools/tool-lists.ts'
import { type Era, type McpMessage, request, toolCall } from '../../mcp/messages.ts'
import { forAnyRoute } from './any-route.ts'
import { filled, hostileJson, numbered } from './hostile-values.ts'
import type { HostileRequest } from './request.ts'
import { called, type Scene } from './scene.ts'

const rest = 'POST /api/v1/:tenant/:domain'
const json = { 'content-type': 'application/json' }

type Parameters = Readonly<Record<string, unknown>>

/** As many letters as a find may have. */
const queries: Readonly<Record<string, string>> = {
  'words of every kind':
    'list get create update delete a repository for the organization of an issue comment by customer payment '.repeat(
      4,
    ),
  'misspelt words': numbered(70, (n) => `reposit${n}y`, ' '),
  'misspelt words of five letters': numbered(
    80,
    (n) => `${'abcdefghijklm'[n % 13]}${'aeiou'[n % 5]}s${'tnrlk'[n % 5]}e`,
    ' ',
  ),
  'long misspelt words': numbered(20, (n) => `organisatoin${n}webhooks`, ' '),
  'beginnings of words':
    'repo orga cust paym invo subs bran comm rele work acti secu depe coll page proj team user chec code '.repeat(5),
  'one long word': 'x'.repeat(500),
  letters: numbered(250, (n) => 'abcdefghijklmnopqrstuvwxyz'[n % 26] ?? '', ' '),
  'names of actions': numbered(60, (n) => `a_${n}_b`, ' '),
}
const cut = (text: string): string => text.slice(0, 500)

/** A name that is nearly that of a parameter. */
const nearly = (name: string, n: number): string => `${name.slice(0, -1)}${n}`

/** The JSON of a body that is wrong, in the shape that the action's schema has. */
const bodiesFor = ({ domains }: Scene): { domain: string; what: string; body: () => string }[] =>
  called.flatMap((id) => {
    const source = domains.find(({ provider }) => provider.id === id)?.source
    if (!source) throw new Error(`there is no ${id}`)
    // The actions with most parameters take longest to check.
    const largest = source
      .names()
      .map((name) => {
        const schema: unknown = source.action(name)?.params
        return {
          name,
          schema: schema as { properties?: Parameters } | undefined,
          size: JSON.stringify(schema ?? {}).length,
        }
      })
      .sort((one, other) => other.size - one.size)
      .slice(0, 3)
    const own = largest.flatMap(({ name, schema }) => {
      const members = Object.keys(schema?.properties ?? {})
      const start = `{"action":"${name}"`
      const list = (count: number, value: (member: string, n: number) => string) => (): string =>
        `${start},${numbered(count, (n) => value(members[n % members.length] ?? 'limit', n))}}`
      const made: [string, () => string][] = [
        ['many nearly right members', list(9000, (member, n) => `"${nearly(member, n)}":0`)],
        [
          'many long nearly right members',
          list(9000, (member, n) => `"${nearly(member.repeat(8).slice(0, 60), n)}":"x"`),
        ],
        ...Object.entries(hostileJson).map(([what, value]): [string, () => string] => [
          `${what} in every member`,
          () =>
            `${start},${members.slice(0, Math.max(1, Math.floor(2 ** 20 / (value.length + 50)))).map((member) => `"${member}":${value}`)}}`,
        ]),
        ...Object.entries(hostileJson).flatMap(([what, value]) =>
          members
            .slice(0, 4)
            .map((member): [string, () => string] => [`${what} in ${member}`, () => `${start},"${member}":${value}}`]),
        ),
      ]
      return made.map(([what, body]) => ({ domain: id, what: `${name}: ${what}`, body }))
    })
    const any: [string, () => string][] = [
      ...Object.entries(hostileJson).flatMap(([what, value]): [string, () => string][] => [
        [`a body of ${what}`, () => value],
        [`an action of ${what}`, () => `{"action":${value}}`],
        [`an account of ${what}`, () => `{"action":"${largest[0]?.name}","account_id":${value}}`],
        [`result fields of ${what}`, () => `{"action":"${source.names('read')[0]}","result_fields":${value}}`],
        [`a raw query of ${what}`, () => `{"action":"raw","method":"GET","path":"/x","query":${value}}`],
        [`a raw body of ${what}`, () => `{"action":"raw","method":"POST","path":"/x","body":${value}}`],
        [`a raw path of ${what}`, () => `{"action":"raw","method":"GET","path":${value}}`],
      ]),
      ['a misspelt action', () => `{"action":"${nearly(source.names().at(-1) ?? '', 0)}"}`],
      [
        'result fields of dots',
        () =>
          `{"action":"${source.names('read')[0]}","result_fields":[${numbered(50, () => `"${filled('a.', 200)}a"`)}]}`,
      ],
    ]
    return [...own, ...any.map(([what, body]) => ({ domain: id, what, body }))]
  })

const forRest = (scene: Scene): HostileRequest[] =>
  bodiesFor(scene).map(({ domain, what, body }) => ({
    route: rest,
    what: `${domain}: ${what}`,
    method: 'POST',
    path: `/api/v1/acme/${domain}`,
    body,
    headers: { authorization: `Bearer ${scene.token}`, ...json },
  }))

const eras: readonly Era[] = ['modern', 'legacy']
const methods = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'prompts/list',
  'completion/complete',
  'logging/setLevel',
  'notifications/cancelled',
  'nothing',
]

/** Only one revision of the protocol has batches. */
const batch = (era: Era, count: number, one: (id: number) => unknown): McpMessage => ({
  headers: { ...request(era, 'ping').headers, 'mcp-protocol-version': '2025-03-26' },
  body: Array.from({ length: count }, (_, id) => one(id)),
})

const forMcp = (scene: Scene): HostileRequest[] => {
  const message = (what: string, { headers, body }: McpMessage, query = ''): HostileRequest => ({
    route: 'POST /mcp',
    what,
    method: 'POST',
    path: `/mcp${query}`,
    headers: { authorization: `Bearer ${scene.token}`, ...headers },
    body: () => (typeof body === 'function' ? body() : JSON.stringify(body)),
  })
  const hole = '"the hostile value"'
  const filledIn = (sent: McpMessage, value: () => string): McpMessage => ({
    ...sent,
    body: () => JSON.stringify(sent.body).replaceAll(hole, value),
  })
  const place = JSON.parse(hole)
  return eras.flatMap((era) => [
    ...toolSurfaces.map((mode) =>
      message(`${era} tools/list of ${mode}`, request(era, 'tools/list'), `?tools=${mode}`),
    ),
    ...methods.flatMap((method) => [
      message(`${era} ${method}`, request(era, method)),
      ...Object.entries(hostileJson).map(([what, value]) =>
        message(
          `${era} ${method} with parameters of ${what}`,
          filledIn(request(era, method, { a: place }), () => value),
        ),
      ),
    ]),
    // These are read before the method is looked at.
    ...['initialize', 'server/discover', 'tools/call', 'nothing'].flatMap((method) =>
      Object.entries(hostileJson).flatMap(([what, value]) => [
        message(
          `${era} ${method} with an id of ${what}`,
          filledIn(request(era, method, {}, place), () => value),
        ),
        message(
          `${era} ${method} with meta of ${what}`,
          filledIn(request(era, method, { _meta: { a: place } }), () => value),
        ),
      ]),
    ),
    ...Object.entries(hostileJson).flatMap(([what, value]) => [
      message(`${era} a message of ${what}`, { ...request(era, 'ping'), body: () => value }),
      message(`${era} a batch of ${what}`, { ...request(era, 'ping'), body: () => `[${value}]` }),
      ...['github', 'github_read', 'github_find_repos', 'call_read', 'find_actions', 'describe_action', 'nothing'].map(
        (tool) =>
          message(
            `${era} ${tool} with arguments of ${what}`,
            filledIn(toolCall(era, tool, place), () => value),
          ),
      ),
      ...['query', 'provider', 'limit'].map((name) =>
        message(
          `${era} find_actions with ${name} of ${what}`,
          filledIn(toolCall(era, 'find_actions', { query: 'x', [name]: place }), () => value),
        ),
      ),
      ...['provider', 'action', 'pointer'].map((name) =>
        message(
          `${era} describe_action with ${name} of ${what}`,
          filledIn(
            toolCall(era, 'describe_action', { provider: 'github', action: 'get_repo', [name]: place }),
            () => value,
          ),
        ),
      ),
      ...['parameters', 'result_fields', 'continuation', 'account_id'].map((name) =>
        message(
          `${era} call_read with ${name} of ${what}`,
          filledIn(
            toolCall(era, 'call_read', { provider: 'github', action: 'list_issues', [name]: place }),
            () => value,
          ),
        ),
      ),
    ]),
    ...Object.entries(queries).flatMap(([what, query]) => [
      message(`${era} find_actions with ${what}`, toolCall(era, 'find_actions', { query: cut(query), limit: 20 })),
      message(
        `${era} find within github with ${what}`,
        toolCall(era, 'github', { action: 'find', query: cut(query), limit: 20 }),
      ),
    ]),
    message(
      `${era} a batch of five finds`,
      batch(era, 5, (id) => ({
        ...Object(toolCall(era, 'find_actions', { query: cut(queries['long misspelt words'] ?? '') }).body),
        id,
      })),
    ),
    message(
      `${era} a batch of five lists`,
      batch(era, 5, (id) => ({ ...Object(request(era, 'tools/list').body), id })),
    ),
    message(
      `${era} a batch of five wrong calls`,
      batch(era, 5, (id) => ({
        ...Object(toolCall(era, 'github', { action: 'nothing', a: filled('x', 1000) }).body),
        id,
      })),
    ),
    message(
      `${era} a batch of 5,000 pings`,
      batch(era, 5000, (id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
    ),
    ...(era === 'legacy' ? [] : bodiesFor(scene)).map(({ domain, what, body }) =>
      message(`${era} the tool ${domain}: ${what}`, filledIn(toolCall(era, domain, place), body)),
    ),
  ])
}

/** The paths of the routes that a tenant's token opens. */
const paths: Readonly<Record<string, string>> = { '/api/v1/:tenant/:domain': '/api/v1/acme/github', '/mcp': '/mcp' }

/** Requests to every route, with a right token. */
export const forTokenRoutes = ({ token }: Scene, route: Pick<HttpRoute, 'method' | 'path'>): HostileRequest[] =>
  Object.hasOwn(paths, route.path)
    ? forAnyRoute(route, { authorization: `Bearer ${token}` }, paths[route.path])
        .filter(({ headers }) => headers?.authorization === `Bearer ${token}`)
        .map((request) => ({ ...request, what: `with a token, ${request.what}` }))
    : []

export const forTokens = (scene: Scene): HostileRequest[] => [...forRest(scene), ...forMcp(scene)]
