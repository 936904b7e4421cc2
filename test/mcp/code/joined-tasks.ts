/** What ten tasks that join the answers of several calls cost a model, by the surfaces `search` and `code`. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { toolCall } from '../messages.ts'

interface Step {
  readonly provider: string
  readonly action: string
  readonly parameters: Readonly<Record<string, unknown>>
}

interface JoinedTask {
  readonly name: string
  /** What is looked for before. */
  readonly queries: readonly string[]
  /** The calls that a model makes one by one. */
  readonly steps: readonly Step[]
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

/** What the vendors answer. */
const respond = (request: Request): object => {
  const { pathname, searchParams } = new URL(request.url)
  const limit = Number(searchParams.get('limit') ?? searchParams.get('per_page') ?? 30)
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
]

export interface TaskCost {
  readonly task: string
  readonly search: number
  readonly code: number
}

/** A model writes the arguments, and reads the result. */
const countTokens = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + encode(text).length, 0)

export const measureJoinedTasks = async (): Promise<readonly TaskCost[]> => {
  const ids = ['github', 'hubspot', 'stripe']
  const upstream = Bun.serve({ port: 0, fetch: (request) => Response.json(respond(request)) })
  const origins = JSON.stringify(Object.fromEntries(ids.map((id) => [id, `http://127.0.0.1:${upstream.port}`])))
  const domains = (await loadRegistry()).filter(({ provider }) => ids.includes(provider.id))
  const gateway = await startTestGateway({ domains, env: { PROVIDER_ORIGINS: origins, CALLS_PER_MINUTE: '0' } })
  await gateway.seed('acme', Object.fromEntries(ids.map((id) => [id, 'a-credential'])))
  const texts: string[] = []
  const use = async (surface: string, name: string, args: Record<string, unknown>) => {
    const { headers, body } = toolCall('modern', name, args)
    const authorization = { authorization: `Bearer ${tokenOf('acme')}` }
    const answered = await gateway.send('POST', `/mcp?tools=${surface}`, { ...headers, ...authorization }, body)
    const { isError, content } = answered.body.result
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${content[0].text}`)
    texts.push(JSON.stringify(args), content[0].text)
    return JSON.parse(content[0].text)
  }
  const costOf = async (work: () => Promise<void>): Promise<number> => {
    texts.length = 0
    await work()
    return countTokens(texts)
  }
  const bySearch = async ({ queries, steps }: JoinedTask): Promise<void> => {
    for (const query of queries) await use('search', 'find_actions', { query })
    for (const name of new Set(steps.map(({ provider, action }) => `${provider} ${action}`))) {
      const [provider, action] = name.split(' ')
      await use('search', 'describe_action', { provider, action })
    }
    for (const { provider, action, parameters } of steps) {
      let result = await use('search', 'call_read', { provider, action, parameters })
      while (result.truncated)
        result = await use('search', 'call_read', { provider, action, continuation: result.truncated.continuation })
    }
  }
  const byCode = async ({ queries, code }: JoinedTask): Promise<void> => {
    for (const query of queries) await use('code', 'find_actions', { query, limit: 2 })
    let { data } = await use('code', 'run_read', { code, parameters: { ids: numbers(20).map(String) } })
    while (data?.state === 'running') data = (await use('code', 'run_read', { run_id: data.run_id })).data
  }
  try {
    const costs: TaskCost[] = []
    for (const task of tasks)
      costs.push({
        task: task.name,
        search: await costOf(() => bySearch(task)),
        code: await costOf(() => byCode(task)),
      })
    return costs
  } finally {
    await gateway.stop()
    await upstream.stop(true)
  }
}

if (import.meta.main) {
  const costs = await measureJoinedTasks()
  console.log('| task | tokens by `search` | by `code` |\n|---|--:|--:|')
  for (const { task, search, code } of costs)
    console.log(`| ${task} | ${search.toLocaleString('en-US')} | ${code.toLocaleString('en-US')} |`)
  process.exit()
}
