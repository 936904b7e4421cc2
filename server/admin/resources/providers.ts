import { GatewayError } from '@patchbay/core/errors'
import { type ActionKind, actionKind, type ClassName, classNames, findAuth, listClasses } from '@patchbay/core/provider'
import { answersBytes, type Domain, describeAction } from '@patchbay/core/schema'
import type { Store, VendorApplicationRef } from '@patchbay/core/store'
import Type from 'typebox'
import { isConnectable } from '../../connect/index.ts'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../route/admin-route.ts'
import { closed, orNull } from '../route/values/schemas.ts'

const kind = Type.Enum(['read', 'write'])
const secret = Type.Optional(
  Type.Literal(true, {
    description: 'Its answer holds a credential: access patterns cover it by `secret` or by its name',
  }),
)

const providerMembers = {
  id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  package: Type.String(),
  settings: Type.Array(Type.String(), { description: 'The settings that each account needs, e.g. `subdomain`' }),
}

const providerJson = Type.Object(
  {
    ...providerMembers,
    actions: Type.Integer({ description: 'The number of its actions' }),
    connect: Type.Enum(['ready', 'needs_application', 'nothing'], {
      description:
        'Whether a link can connect accounts: `needs_application`: not before an application at the vendor is stored; `nothing`: its calls need no credential',
    }),
  },
  { title: 'ProviderSummary' },
)

const classes = Type.Optional(
  Type.Array(Type.Enum([...classNames]), {
    description: 'What a write does, as access patterns name it; left out: a read, or a write of which none is true',
  }),
)

const actionMembers = { name: Type.String(), kind, secret, classes, description: Type.String() }

const catalogueJson = Type.Object(
  {
    ...providerMembers,
    actions: Type.Array(Type.Object(actionMembers)),
    probe: orNull(
      Type.Object({ action: Type.String(), params: Type.Record(Type.String(), Type.Unknown()) }),
      'A call that shows whether a credential works and changes nothing',
    ),
  },
  { title: 'Provider' },
)

const actionJson = Type.Object(
  {
    provider: Type.String(),
    ...actionMembers,
    roles: Type.Optional(
      Type.Unknown({
        description: 'The places of recipients, destinations, amounts and free text in the parameters of a write',
      }),
    ),
    answers_bytes: Type.Boolean({ description: 'Whether it answers with bytes: `as_file: true` makes a file of them' }),
    parameters: Type.Unknown({
      description:
        'JSON Schema; a part that is too large for one answer has `deeper`, as in the tool `describe_action`',
    }),
  },
  { title: 'Action' },
)

const members = ({ provider, version, package: name }: Domain) => ({
  id: provider.id,
  title: provider.title,
  version,
  package: name,
  settings: Object.keys(provider.settings ?? {}),
})

const kindMembers = (kind: ActionKind = 'write') => ({
  kind: kind.endsWith('read') ? 'read' : 'write',
  ...(kind.startsWith('secret-') && { secret: true }),
})

const classMembers = (classes: readonly ClassName[]) => (classes.length > 0 ? { classes } : {})

const searchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Words that are all in the provider's or the action's name",
    }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  },
  closed,
)

const matchJson = Type.Object(
  { provider: Type.String(), action: Type.String(), description: Type.String() },
  { title: 'FoundAction' },
)

/** The actions whose name, with that of their provider, has all of the words. */
const findByWords = (domains: Iterable<Domain>, text: string) => {
  const wanted = text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '')
  return [...domains].flatMap(({ provider, source }) =>
    source.words().flatMap(({ name, description }) => {
      const named = `${provider.id} ${provider.title} ${name}`.toLowerCase()
      return wanted.every((word) => named.includes(word)) ? [{ provider: provider.id, action: name, description }] : []
    }),
  )
}

/** The gateway's own applications, read at once: the list of providers looks for one of each. */
const readOwnApplications = async ({ apps }: Pick<Store, 'apps'>) => {
  const own = new Map((await apps.list()).filter(({ tenant }) => tenant === '').map((app) => [app.provider, app]))
  return { apps: { find: async ({ provider }: VendorApplicationRef) => own.get(provider) } }
}

const describeConnect = async (own: Awaited<ReturnType<typeof readOwnApplications>>, domain: Domain) => {
  if (findAuth(domain.provider.auth, undefined)?.kind === 'none') return 'nothing'
  const isReady = await isConnectable(own, domain, { provider: domain.provider.id, tenant: '' })
  return isReady ? 'ready' : 'needs_application'
}

/** Throws NOT_FOUND. */
const findDomain = ({ domains }: HandlerParts, id: string): Domain => {
  const domain = domains.get(id)
  if (domain) return domain
  throw new GatewayError('NOT_FOUND', `There is no provider ${id}; registered: ${[...domains.keys()].join(', ')}`)
}

export const providerRoutes: AdminGroup = {
  name: 'Providers',
  description: 'What the plugins of this gateway can do.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/providers',
      action: 'list_providers',
      summary: 'List the providers',
      auditTarget: () => ({ tenant: null, key: 'providers' }),
      answers: { 200: jsonAnswer('The providers', Type.Object({ providers: Type.Array(providerJson) })) },
      async handle(_input, parts) {
        const own = await readOwnApplications(parts.store)
        const providers = [...parts.domains.values()].map(async (domain) => ({
          ...members(domain),
          actions: domain.source.names().length,
          connect: await describeConnect(own, domain),
        }))
        return json({ providers: await Promise.all(providers) })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/actions',
      action: 'list_actions',
      summary: 'Find actions of all providers by words',
      auditTarget: () => ({ tenant: null, key: 'actions' }),
      query: searchQuery,
      answers: { 200: jsonAnswer('The actions', Type.Object({ actions: Type.Array(matchJson) })) },
      handle: async ({ query: { q, limit } }, { domains }) =>
        json({ actions: findByWords(domains.values(), q).slice(0, limit) }),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/providers/:provider',
      action: 'get_provider',
      summary: 'Read a provider with its actions',
      auditTarget: ({ provider }) => ({ tenant: null, key: `providers/${provider}` }),
      answers: { 200: jsonAnswer('The provider', catalogueJson) },
      errors: ['NOT_FOUND'],
      handle({ params: { provider } }, parts) {
        const domain = findDomain(parts, provider)
        const actions = domain.source.words().map(({ name, description }) => {
          const { source } = domain
          return { name, ...kindMembers(source.kind(name)), ...classMembers(source.classes(name)), description }
        })
        const { action, params } = domain.provider.probe ?? {}
        return json({ ...members(domain), actions, probe: action === undefined ? null : { action, params } })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/providers/:provider/:action',
      action: 'get_action',
      summary: 'Read an action with its parameters',
      auditTarget: ({ provider, action }) => ({ tenant: null, key: `providers/${provider}/${action}` }),
      answers: { 200: jsonAnswer('The action', actionJson) },
      errors: ['NOT_FOUND'],
      handle({ params: { provider, action: name } }, parts) {
        const action = findDomain(parts, provider).source.action(name)
        if (!action) throw new GatewayError('NOT_FOUND', `${provider} has no action ${name}`)
        const { effect, description, roles } = action
        return json({
          provider,
          name,
          ...kindMembers(actionKind(effect)),
          ...classMembers(listClasses(effect)),
          ...(roles && { roles }),
          description,
          answers_bytes: answersBytes(action),
          parameters: describeAction(name, action),
        })
      },
    }),
  ],
}
