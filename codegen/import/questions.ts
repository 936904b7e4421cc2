import type { Slice, SliceAction } from '@patchbay/core/imported'
import { isUndeclared } from './credentials.ts'
import { listOf, type Node, nodeOf, nodesOf } from './node.ts'
import { type Paging, pagesText, pagingOf } from './paging.ts'
import { authOf, placeholderOrigin } from './scaffold.ts'
import { serverOf } from './servers.ts'
import type { Imported, Result } from './to-slice.ts'

/** What a document doesn't say, and the author of a provider must. Until then nothing is guessed in silence. */
export interface Question {
  /** By which `import.json` keeps the answer: `reads POST /tasks/search`. */
  readonly id: string
  readonly question: string
  /** What is probably right, and why. */
  readonly guess: string
  readonly reason: string
  /** What holds until it is answered. */
  readonly meanwhile: string
  /** The line of overlay.ts that says it, if it is said there; otherwise `import.json` keeps the answer. */
  readonly overlay?: string
  /** Answers to choose from, if the answer decides what is imported. */
  readonly options?: readonly string[]
}

export const questionsOf = (root: Node, { slice, actions }: Result): Question[] => [
  ...originQuestions(root, slice),
  ...securityQuestions(root, actions),
  ...probeQuestions(actions),
  ...tenantQuestions(actions),
  ...credentialQuestions(actions),
  ...searchQuestions(actions),
  ...pagingQuestions(root, actions),
]

const quoted = (text: string): string => JSON.stringify(text).replaceAll("'", "\\'").replaceAll(/^"|"$/g, "'")

const originQuestions = (root: Node, { server }: Slice): Question[] => {
  const servers = nodesOf(root.servers)
  const first = serverOf(servers[0])
  if (first?.isComplete && servers.length < 2) return []
  const urls = servers.map(({ url }) => String(url).slice(0, 100)).join(', ')
  return [
    {
      id: 'origin',
      question: first?.isComplete
        ? `Which of the servers is meant? ${urls}`
        : `Which host do calls go to? The document says ${urls || 'nothing'}`,
      guess: first?.isComplete ? 'the first one' : 'each account has its own, or the vendor documents one',
      reason: first?.isComplete
        ? 'documents name the usual one first'
        : 'the host is missing, a placeholder or a variable',
      meanwhile: first?.isComplete ? `calls go to ${server}` : `overlay.ts has the placeholder ${placeholderOrigin}`,
      overlay: first?.isComplete ? `origin: ${quoted(new URL(first.url).origin)},` : hostOfAccounts(first?.url),
    },
  ]
}

/** `Xero-Tenant-Id` as the name of a setting. */
const settingOf = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')

/** The lines for a host that each account has: with the document's variables, where settings can have their names. */
const hostOfAccounts = (url = ''): string => {
  const [, host = ''] = /^https:\/\/((?:[a-z0-9.-]|\{[a-z][a-z0-9_-]*\})+)(?:\/|$)/i.exec(url) ?? []
  const variable = /\{([^}]+)\}/g
  const template = host.includes('{') ? host : '{subdomain}.example.com'
  const names = new Set([...template.matchAll(variable)].map(([, name = '']) => settingOf(name)))
  const settings = [...names].map((name) => `${name}: pattern('^[a-z0-9][a-z0-9-]*$', 63, '...')`)
  const text = template.replaceAll(variable, (_, name: string) => `\${'${settingOf(name)}'}`)
  return `origin: origin\`https://${text}\`, settings: { ${settings.join(', ')} },`
}

const securityQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const undeclared = actions.filter(({ operation }) => isUndeclared(root, operation.node)).length
  const schemes = Object.keys(nodeOf(nodeOf(root.components).securitySchemes))
  const alternatives = actions.filter(
    ({ operation }) => listOf(operation.node.security ?? root.security).length > 1,
  ).length
  if (undeclared === 0 && alternatives === 0) return []
  const { scheme, used, call } = authOf(root)
  return [
    {
      id: 'security',
      question:
        undeclared > 0
          ? `How are credentials sent? ${undeclared} of ${actions.length} operations don't say`
          : `Which of the alternatives is used? ${schemes.slice(0, 8).join(', ')}`,
      guess: scheme ?? 'a bearer token',
      reason: scheme
        ? 'it is the first security scheme of the document that an overlay can name'
        : 'most APIs take one',
      meanwhile: "every call carries the account's credential, as overlay.ts says",
      overlay: `auth: ${call.includes('\n') ? `${used}({ ... })` : call},`,
    },
  ]
}

const probeWords =
  /^(?:get|list|show|retrieve|check)_(?:[a-z]+_)?(?:me|myself|self|whoami|current_user|authenticated_user|authenticated|profile|account|user|viewer|token_info|about|status|ping)$/

/** Reads of few steps seldom need more than a credential. */
const depthOf = ({ action: { path } }: Imported): number => path.split('/').length

const probeQuestions = (actions: readonly Imported[]): Question[] => {
  const ofAccounts = tenantHeaders(actions).map(([name]) => name)
  const free = actions.filter(
    ({ action }) =>
      action.method === 'GET' &&
      action.auth !== false &&
      Object.entries(action.params).every(
        ([name, { required, in: place, as = name }]) => !required || (place === 'header' && ofAccounts.includes(as)),
      ),
  )
  const guess =
    free.find(({ action }) => /\/(?:me|whoami|myself|self)$/.test(action.path)) ??
    free.find(({ name }) => probeWords.test(name)) ??
    free.toSorted((a, b) => depthOf(a) - depthOf(b))[0]
  return [
    {
      id: 'probe',
      question: 'Which read shows that a credential works?',
      guess: guess?.name ?? 'none',
      reason: guess ? 'it is a GET that needs no parameters' : 'every read needs parameters',
      meanwhile: 'a new credential is not tried',
      overlay: guess
        ? `probe: { action: ${quoted(guess.name)}, params: {} },`
        : 'probe: { action: ..., params: { ... } },',
    },
  ]
}

/** Names of headers whose value is another one in each call. */
const differs = /time_?stamp|date|nonce|signature|correlation|request[-_.]?id|trace|idempotency|digest/i

/** Headers that most operations require name the caller's organisation, and are the same in all calls of an account. */
const tenantHeaders = (actions: readonly Imported[]): (readonly [name: string, count: number])[] => {
  const required = actions.flatMap(({ action: { params } }) =>
    Object.entries(params).flatMap(([parameter, { in: place, required, as = parameter }]) =>
      place === 'header' && required ? [as] : [],
    ),
  )
  return [...Map.groupBy(required, (header) => header)]
    .map(([name, { length: count }]) => [name, count] as const)
    .filter(([name, count]) => count > 1 && count * 2 >= actions.length && !differs.test(name))
}

const tenantQuestions = (actions: readonly Imported[]): Question[] =>
  tenantHeaders(actions).map(([name, count]) => ({
    id: `header ${name}`,
    question: `Is the header ${name} the same in every call of an account? ${count} of ${actions.length} operations require it`,
    guess: 'yes: it is a setting of the account',
    reason: 'callers would have to say it each time',
    meanwhile: 'it is a parameter of each action',
    overlay: `settings: { ${settingOf(name)}: pattern('^[A-Za-z0-9-]+$', 100, '...') }, headers: { ${quoted(name)}: '{settings.${settingOf(name)}}' },`,
  }))

const credentialQuestions = (actions: readonly Imported[]): Question[] => {
  const names = new Map<string, number>()
  for (const { credentials } of actions) for (const name of credentials) names.set(name, (names.get(name) ?? 0) + 1)
  return [...names].map(([name, count]) => ({
    id: `credential ${name}`,
    question: `Does the parameter "${name}" of ${count} operations carry a credential?`,
    guess: 'yes',
    reason: 'its name says so, or the document has a security scheme of that name',
    meanwhile: 'callers have no such parameter',
    options: ['yes', 'no'],
  }))
}

const searchQuestions = (actions: readonly Imported[]): Question[] =>
  actions
    .filter(({ name, action }) => action.method === 'POST' && action.effect !== 'read' && isSearch(name, action))
    .map(({ name, operation }) => ({
      id: `reads ${operation.key}`,
      question: `Does ${name} (${operation.key}) only read?`,
      guess: 'yes',
      reason: 'its name or path is that of a search',
      meanwhile: 'it is a write: never repeated, never cached',
      options: ['yes', 'no'],
    }))

const isSearch = (name: string, { path }: SliceAction): boolean =>
  /^(?:search|query|find|lookup|list|get|count|filter|read|retrieve)_/.test(name) ||
  /(?:^|[/:._-])(?:search|query|lookup|_?list)$/i.test(path)

/** So many ways in which the lists of one document go on are shown. */
const mostWays = 3
const kinds: readonly Paging['kind'][] = ['cursor', 'link', 'offset', 'page']

interface PagedAction {
  readonly name: string
  readonly paging: Paging
}

/** The ways in which lists go on, the most usual one first, each with its surest action first. */
const waysOf = (found: readonly PagedAction[]): readonly PagedAction[][] => {
  const sure = found.filter(({ paging }) => !paging.isVague)
  const ways = Map.groupBy(sure.length > 0 ? sure : found, ({ paging: { kind, definition } }) =>
    JSON.stringify([kind, definition.into]),
  )
  return [...ways.values()]
    .toSorted((a, b) => b.length - a.length || rank(a) - rank(b))
    .slice(0, mostWays)
    .map((way) => way.toSorted((a, b) => a.paging.doubts.length - b.paging.doubts.length))
}

const rank = ([first]: readonly PagedAction[]): number => (first ? kinds.indexOf(first.paging.kind) : 0)

const pagingQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const found = actions.flatMap((action) => {
    const paging = pagingOf(root, action)
    return paging ? [{ name: action.name, paging }] : []
  })
  const firsts = waysOf(found).flatMap(([first]) => first ?? [])
  const [first] = firsts
  if (!first) return []
  const lines = firsts.map(({ name, paging }) => `${name}: { from: ${quoted(name)}, pages: ${pagesText(paging)} }`)
  const count = found.length === 1 ? '1 read looks as if it' : `${found.length} reads look as if they`
  const doubts =
    first.paging.doubts.length > 0 ? `; the document does not say ${first.paging.doubts.join(', and ')}` : ''
  return [
    {
      id: 'paging',
      question: `How do lists go on? ${count} answered one page of a list`,
      guess: first.paging.kind,
      reason: `${first.name} has ${first.paging.sign}${doubts}`,
      meanwhile: 'each call answers one page, and callers ask for the next one themselves',
      overlay: `actions: { ${lines.join(', ')} },`,
    },
  ]
}
