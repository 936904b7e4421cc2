/**
 * A model's cost for twelve tasks that join the answers of several calls, by the surfaces `domains`, `search` and `code`: calls, rounds
 * and tokens.
 */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { request, toolCall } from '../messages.ts'

interface Step {
  readonly provider: string
  readonly action: string
  readonly parameters: Readonly<Record<string, unknown>>
}

interface JoinedTask {
  readonly name: string
  /** Searches before the calls. */
  readonly queries: readonly string[]
  /** The calls that a model makes. Those of one action are made in one round. */
  readonly steps: readonly Step[]
  /** The calls of different actions don't need each other's answers. */
  readonly isIndependent?: true
  /** Its code writes. */
  readonly writes?: true
  /** The same as code. */
  readonly code: string
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()

const record = (type: string, id: number) => ({
  id: String(id),
  properties: {
    ...(type === 'deals' && {
      dealname: `Renewal of customer ${id}`,
      amount: String(id * 100),
      dealstage: 'contractsent',
      pipeline: 'default',
    }),
    ...(type === 'contacts' && {
      email: `person${id}@example.com`,
      firstname: 'Ada',
      lastname: `Lovelace ${id}`,
      lifecyclestage: 'lead',
    }),
    ...(type === 'companies' && {
      name: `Company ${id}`,
      domain: `company${id}.example.com`,
      industry: 'COMPUTER_SOFTWARE',
    }),
    createdate: day(id),
    hs_lastmodifieddate: day(id + 30),
    hs_object_id: String(id),
    hubspot_owner_id: String(id % 5),
  },
  createdAt: day(id),
  updatedAt: day(id + 30),
  archived: false,
})

const user = (id: number) => ({
  login: `user${id}`,
  id,
  ...Object.fromEntries(
    ['url', 'html_url', 'followers_url', 'following_url', 'gists_url', 'starred_url', 'repos_url', 'events_url'].map(
      (name) => [name, `https://api.github.com/users/user${id}/${name}`],
    ),
  ),
  type: 'User',
  site_admin: false,
})

const issue = (number: number) => ({
  id: 1_000_000 + number,
  number,
  title: `The page ${number} is slow on phones`,
  state: 'open',
  html_url: `https://github.com/octo/hello/issues/${number}`,
  user: user(number % 7),
  labels: [
    {
      id: number % 3,
      name: ['bug', 'docs', 'question'][number % 3],
      color: 'ff0000',
      description: 'A label of the repository',
    },
  ],
  assignees: [user(number % 4)],
  comments: number % 9,
  body: 'It takes several seconds until something is seen. '.repeat(6),
  created_at: day(number),
  updated_at: day(number + 9),
})

const charge = (n: number) => ({
  id: `ch_${n}`,
  object: 'charge',
  amount: n * 100,
  amount_refunded: n % 10 === 0 ? n * 100 : 0,
  currency: 'eur',
  customer: `cus_${n % 20}`,
  description: `Order ${n}`,
  status: 'succeeded',
  paid: true,
  created: 1_767_225_600 + n * 3600,
  billing_details: {
    email: `person${n}@example.com`,
    name: `Ada ${n}`,
    phone: null,
    address: { city: 'Berlin', country: 'DE', line1: null },
  },
  payment_method_details: {
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2028, country: 'DE' },
    type: 'card',
  },
  metadata: { order: String(n) },
  receipt_url: `https://pay.stripe.com/receipts/${n}`,
})

/** The vendors' answers. */
const respond = (request: Request): object => {
  const { pathname, searchParams } = new URL(request.url)
  const limit = Number(searchParams.get('limit') ?? searchParams.get('per_page') ?? 30)
  if (request.method !== 'GET' && pathname.startsWith('/v1/customers'))
    return { id: 'cus_new', object: 'customer', email: 'a@example.com', name: 'Ada', created: 1_767_225_600 }
  const [, type = '', id] = /^\/crm\/v3\/objects\/(\w+)\/?(\w+)?/.exec(pathname) ?? []
  if (id !== undefined && id !== 'search') return record(type, Number(id))
  if (type !== '') return { total: 100, results: numbers(id === 'search' ? 60 : limit).map((n) => record(type, n)) }
  if (pathname.startsWith('/v1/customers/'))
    return { id: pathname.split('/').at(-1), object: 'customer', email: 'a@example.com', name: 'Ada' }
  if (pathname.startsWith('/v1/')) return { object: 'list', has_more: false, data: numbers(limit).map(charge) }
  if (/\/issues\/\d+$/.test(pathname)) return issue(Number(pathname.split('/').at(-1)))
  return numbers(limit).map(issue)
}

const call = (provider: string, action: string, parameters: Step['parameters']): Step => ({
  provider,
  action,
  parameters,
})
const hubspot = (action: string, parameters: Step['parameters']): Step => call('hubspot', action, parameters)
const repository = { owner: 'octo', repo: 'hello' }

const tasks: readonly JoinedTask[] = [
  {
    name: 'sum of 100 deals by owner',
    queries: ['list deals'],
    steps: [hubspot('list', { object_type: 'deals', limit: 100 })],
    code: `const { results } = await call('hubspot', 'list', { object_type: 'deals', limit: 100 })
const sums = {}
for (const { properties: p } of results) sums[p.hubspot_owner_id] = (sums[p.hubspot_owner_id] ?? 0) + Number(p.amount)
return sums`,
  },
  {
    name: 'contacts of companies that have deals',
    queries: ['list companies', 'search contacts'],
    steps: [
      hubspot('list', { object_type: 'companies', limit: 30 }),
      ...numbers(10).map((n) => hubspot('get', { object_type: 'contacts', object_id: String(n) })),
    ],
    code: `const { results } = await call('hubspot', 'list', { object_type: 'companies', limit: 30 })
const people = await Promise.all(results.slice(0, 10).map(({ id }) => call('hubspot', 'get', { object_type: 'contacts', object_id: id })))
return people.map((person) => person.properties.email)`,
  },
  {
    name: 'open issues by label',
    queries: ['list issues of a repository'],
    steps: [call('github', 'list_issues', { ...repository, limit: 60 })],
    code: `const issues = await call('github', 'list_issues', { owner: 'octo', repo: 'hello', limit: 60 })
const counts = {}
for (const { labels } of issues) for (const { name } of labels) counts[name] = (counts[name] ?? 0) + 1
return counts`,
  },
  {
    name: 'most discussed issues with their texts',
    queries: ['list issues', 'get an issue'],
    steps: [
      call('github', 'list_issues', { ...repository, limit: 40 }),
      ...numbers(3).map((n) => call('github', 'get_issue', { ...repository, issue_number: n * 8 })),
    ],
    code: `const issues = await call('github', 'list_issues', { owner: 'octo', repo: 'hello', limit: 40 })
const most = issues.sort((a, b) => b.comments - a.comments).slice(0, 3)
return most.map(({ number, title, comments, body }) => ({ number, title, comments, begins: body.slice(0, 100) }))`,
  },
  {
    name: 'revenue of 100 charges by customer',
    queries: ['list charges'],
    steps: [call('stripe', 'list_charges', { limit: 100 })],
    code: `const { data } = await call('stripe', 'list_charges', { limit: 100 })
const sums = {}
for (const { customer, amount } of data) sums[customer] = (sums[customer] ?? 0) + amount
return sums`,
  },
  {
    name: 'refunded charges with names',
    queries: ['list charges', 'get a customer'],
    steps: [
      call('stripe', 'list_charges', { limit: 100 }),
      ...numbers(10).map((n) => call('stripe', 'get_customer', { customer: `cus_${n}` })),
    ],
    code: `const { data } = await call('stripe', 'list_charges', { limit: 100 })
return data.filter((charge) => charge.amount_refunded > 0).map(({ id, amount, billing_details }) => ({ id, amount, name: billing_details.name }))`,
  },
  {
    name: 'contacts that paid',
    isIndependent: true,
    queries: ['search contacts', 'list charges'],
    steps: [
      hubspot('search', { object_type: 'contacts', filters: [], limit: 60 }),
      call('stripe', 'list_charges', { limit: 100 }),
    ],
    code: `const [contacts, charges] = await Promise.all([call('hubspot', 'search', { object_type: 'contacts', filters: [], limit: 60 }), call('stripe', 'list_charges', { limit: 100 })])
const paid = new Set(charges.data.map((charge) => charge.billing_details.email))
return contacts.results.filter(({ properties }) => paid.has(properties.email)).length`,
  },
  {
    name: 'issues beside deals of the same month',
    isIndependent: true,
    queries: ['list issues', 'list deals'],
    steps: [
      call('github', 'list_issues', { ...repository, limit: 60 }),
      hubspot('list', { object_type: 'deals', limit: 100 }),
    ],
    code: `const issues = await call('github', 'list_issues', { owner: 'octo', repo: 'hello', limit: 60 })
const { results } = await call('hubspot', 'list', { object_type: 'deals', limit: 100 })
const count = (days) => days.reduce((all, day) => ({ ...all, [day.slice(0, 7)]: (all[day.slice(0, 7)] ?? 0) + 1 }), {})
return { issues: count(issues.map((issue) => issue.created_at)), deals: count(results.map((deal) => deal.createdAt)) }`,
  },
  {
    name: 'twenty records by their ids',
    queries: ['get a record'],
    steps: numbers(20).map((n) => hubspot('get', { object_type: 'contacts', object_id: String(n) })),
    code: `const people = await Promise.all(parameters.ids.map((id) => call('hubspot', 'get', { object_type: 'contacts', object_id: id })))
return people.map(({ properties: p }) => p.firstname + ' ' + p.lastname + ' <' + p.email + '>')`,
  },
  {
    name: 'duplicates among 100 companies',
    queries: ['list companies'],
    steps: [hubspot('list', { object_type: 'companies', limit: 100 })],
    code: `const { results } = await call('hubspot', 'list', { object_type: 'companies', limit: 100 })
const seen = new Map()
for (const { id, properties } of results) seen.set(properties.domain, [...(seen.get(properties.domain) ?? []), id])
return [...seen].filter(([, ids]) => ids.length > 1)`,
  },
  {
    name: 'ten contacts become customers',
    queries: ['list contacts', 'create a customer'],
    writes: true,
    steps: [
      hubspot('list', { object_type: 'contacts', limit: 10 }),
      ...numbers(10).map((n) =>
        call('stripe', 'create_customer', { email: `person${n}@example.com`, name: `Ada Lovelace ${n}` }),
      ),
    ],
    code: `const { results } = await call('hubspot', 'list', { object_type: 'contacts', limit: 10 })
const made = await Promise.all(results.map(({ properties: p }) => call('stripe', 'create_customer', { email: p.email, name: p.firstname + ' ' + p.lastname })))
return made.length`,
  },
  {
    name: 'the stage of eight deals moves on',
    queries: ['list deals', 'update a deal'],
    writes: true,
    steps: [
      hubspot('list', { object_type: 'deals', limit: 40 }),
      ...numbers(8).map((n) =>
        hubspot('update', { object_type: 'deals', object_id: String(n * 5), properties: { dealstage: 'closedwon' } }),
      ),
    ],
    code: `const { results } = await call('hubspot', 'list', { object_type: 'deals', limit: 40 })
const own = results.filter((deal) => deal.properties.hubspot_owner_id === '0')
for (const { id } of own) await call('hubspot', 'update', { object_type: 'deals', object_id: id, properties: { dealstage: 'closedwon' } })
return own.map((deal) => deal.id)`,
  },
]

export const surfaces = ['domains', 'search', 'code'] as const
type Surface = (typeof surfaces)[number]

interface Cost {
  readonly calls: number
  /** The turns of the model: calls that don't need each other's answers are made in one. */
  readonly rounds: number
  /** A model writes the arguments, and reads the results. */
  readonly tokens: number
}

export interface TaskCost {
  readonly task: string
  readonly costs: Readonly<Record<Surface, Cost>>
}

export interface JoinedCosts {
  readonly tasks: readonly TaskCost[]
  /** The tokens of each surface's list of tools, which a model reads once a session. */
  readonly lists: Readonly<Record<Surface, number>>
}

const countTokens = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + encode(text).length, 0)

const ids = ['github', 'hubspot', 'stripe']

const startVendors = async () => {
  const upstream = Bun.serve({ port: 0, fetch: (request) => Response.json(respond(request)) })
  const origins = JSON.stringify(Object.fromEntries(ids.map((id) => [id, `http://127.0.0.1:${upstream.port}`])))
  const domains = (await loadRegistry()).filter(({ provider }) => ids.includes(provider.id))
  const gateway = await startTestGateway({ domains, env: { PROVIDER_ORIGINS: origins, CALLS_PER_MINUTE: '0' } })
  await gateway.seed('acme', Object.fromEntries(ids.map((id) => [id, 'a-credential'])))
  const stop = async () => {
    await gateway.stop()
    await upstream.stop(true)
  }
  return { gateway, stop }
}

type Gateway = Awaited<ReturnType<typeof startVendors>>['gateway']

/** A model at one surface. It remembers what it wrote and read, and counts its calls and rounds. */
class Model {
  readonly #texts: string[] = []
  #calls = 0
  #rounds = 0

  constructor(
    readonly gateway: Gateway,
    readonly surface: Surface,
  ) {}

  /** Calls that are made in one round. */
  async round(calls: readonly (readonly [name: string, args: Record<string, unknown>])[]) {
    this.#rounds++
    const results = []
    for (const [name, args] of calls) results.push(await this.#use(name, args))
    return results
  }

  async #use(name: string, args: Record<string, unknown>) {
    this.#calls++
    const { headers, body } = toolCall('modern', name, args)
    const authorization = { authorization: `Bearer ${tokenOf('acme')}` }
    const answered = await this.gateway.send(
      'POST',
      `/mcp?tools=${this.surface}`,
      { ...headers, ...authorization },
      body,
    )
    const { isError, content } = answered.body.result
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${content[0].text}`)
    this.#texts.push(JSON.stringify(args), content[0].text)
    return JSON.parse(content[0].text)
  }

  get cost(): Cost {
    return { calls: this.#calls, rounds: this.#rounds, tokens: countTokens(this.#texts) }
  }
}

const actionsOf = (steps: readonly Step[]): ReadonlyMap<string, Step[]> =>
  Map.groupBy(steps, ({ provider, action }) => `${provider} ${action}`)

const isWrite = (action: string): boolean => /^(create|update)/.test(action)

/** A step as the call of a tool, and the call for the rest of its answer. */
const asCall =
  (surface: 'domains' | 'search') =>
  ({ provider, action, parameters }: Step, continuation?: string): readonly [string, Record<string, unknown>] => {
    const given = continuation === undefined ? parameters : { continuation }
    if (surface === 'domains') return [provider, { action, ...given }]
    const rest = continuation === undefined ? { parameters } : { continuation }
    return [isWrite(action) ? 'call_write' : 'call_read', { provider, action, ...rest }]
  }

/** Calls one by one, and reads each answer to its end. */
const callSteps = async (model: Model, surface: 'domains' | 'search', { steps, isIndependent }: JoinedTask) => {
  const toCall = asCall(surface)
  const stages = isIndependent ? [steps] : [...actionsOf(steps).values()]
  for (const stage of stages) {
    const results = await model.round(stage.map((step) => toCall(step)))
    for (const [at, step] of stage.entries()) {
      for (let result = results[at]; result.truncated; )
        [result] = await model.round([toCall(step, result.truncated.continuation)])
    }
  }
}

const work: Readonly<Record<Surface, (model: Model, task: JoinedTask) => Promise<void>>> = {
  // The tools themselves say what there is.
  domains: (model, task) => callSteps(model, 'domains', task),
  async search(model, task) {
    await model.round(task.queries.map((query) => ['find_actions', { query }]))
    await model.round(
      [...actionsOf(task.steps).keys()].map((name) => {
        const [provider, action] = name.split(' ')
        return ['describe_action', { provider, action }]
      }),
    )
    await callSteps(model, 'search', task)
  },
  async code(model, { queries, code, writes }) {
    const tool = writes ? 'run_code' : 'run_read'
    await model.round(queries.map((query) => ['find_actions', { query, limit: 2 }]))
    let [{ data }] = await model.round([[tool, { code, parameters: { ids: numbers(20).map(String) } }]])
    while (data?.state === 'running') [{ data }] = await model.round([[tool, { run_id: data.run_id }]])
  },
}

const countList = async (gateway: Gateway, surface: Surface): Promise<number> => {
  const { headers, body } = request('modern', 'tools/list')
  const authorization = { authorization: `Bearer ${tokenOf('acme')}` }
  const answered = await gateway.send('POST', `/mcp?tools=${surface}`, { ...headers, ...authorization }, body)
  return countTokens([JSON.stringify(answered.body.result.tools)])
}

const forEachSurface = async <T>(make: (surface: Surface) => Promise<T>): Promise<Record<Surface, T>> => ({
  domains: await make('domains'),
  search: await make('search'),
  code: await make('code'),
})

export const measureJoinedTasks = async (): Promise<JoinedCosts> => {
  const { gateway, stop } = await startVendors()
  try {
    const costs: TaskCost[] = []
    for (const task of tasks) {
      const cost = async (surface: Surface): Promise<Cost> => {
        const model = new Model(gateway, surface)
        await work[surface](model, task)
        return model.cost
      }
      costs.push({ task: task.name, costs: await forEachSurface(cost) })
    }
    return { tasks: costs, lists: await forEachSurface((surface) => countList(gateway, surface)) }
  } finally {
    await stop()
  }
}

/** The number of tasks for which code takes the fewest tokens of all surfaces. */
export const countCheapestByCode = ({ tasks: all }: JoinedCosts): number =>
  all.filter(({ costs: { domains, search, code } }) => code.tokens < Math.min(domains.tokens, search.tokens)).length

if (import.meta.main) {
  const { tasks: costs, lists } = await measureJoinedTasks()
  const row = (name: string, cells: readonly string[]): string => `| ${name} | ${cells.join(' | ')} |`
  const cell = ({ calls, rounds, tokens }: Cost): string => `${calls} · ${rounds} · ${tokens.toLocaleString('en-US')}`
  console.log(
    row(
      'task',
      surfaces.map((surface) => `\`${surface}\``),
    ),
  )
  console.log('|---|--:|--:|--:|')
  for (const { task, costs: own } of costs)
    console.log(
      row(
        task,
        surfaces.map((surface) => cell(own[surface])),
      ),
    )
  console.log(
    row(
      'the list of tools, once a session',
      surfaces.map((surface) => lists[surface].toLocaleString('en-US')),
    ),
  )
  process.exit()
}
