import type { SliceAction } from '@patchbay/core/imported'
import { call } from '../../source/expression.ts'
import { needsSignIn } from '../convert/secrets/credentials.ts'
import { secretQuestion } from '../convert/secrets/secret-choices.ts'
import type { Imported, Result } from '../convert/to-slice.ts'
import { isAboutAct } from '../convert/words/acts.ts'
import type { Node } from '../read/node.ts'
import { toSettingName } from '../read/servers.ts'
import { splitName } from '../read/words.ts'
import { namesText } from './names-text.ts'
import type { Listed, Question } from './question.ts'
import { classQuestions } from './questions/class-questions.ts'
import { failureQuestions } from './questions/failure-questions.ts'
import { originQuestions, serverQuestions } from './questions/host-questions.ts'
import { limitsQuestions } from './questions/limits-questions.ts'
import { pagingQuestions } from './questions/paging-questions.ts'
import { signInQuestions } from './questions/sign-in-questions.ts'
import { sunsetQuestions } from './questions/sunset-questions.ts'

export const listQuestions = (root: Node, { slice, actions }: Result, listed: Listed = {}): Question[] => [
  ...originQuestions(root, slice),
  ...serverQuestions(actions),
  ...signInQuestions(root, actions),
  ...probeQuestions(root, actions),
  ...tenantQuestions(actions),
  ...credentialQuestions(actions),
  ...secretQuestions(actions),
  ...searchQuestions(actions),
  ...actQuestions(actions),
  ...pagingQuestions(
    root,
    slice.hidesDeprecated ? actions.filter(({ action }) => !action.deprecated) : actions,
    listed,
  ),
  ...classQuestions(actions),
  ...failureQuestions(root, actions),
  ...limitsQuestions(root, actions),
  ...sunsetQuestions(slice, actions),
]

const probeWords =
  /^(?:get|list|show|retrieve|check)_(?:[a-z]+_)?(?:me|myself|self|whoami|current_user|authenticated_user|authenticated|profile|account|user|viewer|token_info|about|status|ping)$/

const callerPath = /\/(?:me|whoami|myself|self|users?\/current)$/

/** Reads that many servers answer to anybody. */
const openWords =
  /(?:^|_)(?:health|healthz|live|liveness|ready|readiness|ping|status|version|docs|redirect|robots|openapi)(?:_|$)/

/** True if a read, by its name or path, answers whose credential it was called with. */
const namesItsCaller = ({ name, action }: Imported): boolean =>
  !action.deprecated &&
  (callerPath.test(action.path) || (probeWords.test(name) && !/_(?:about|status|ping)$/.test(name)))

/** Reads with short paths seldom need more than a credential. */
const countSteps = ({ action: { path } }: Imported): number => path.split('/').length

/** True if an operation says that it takes a credential. */
const takesCredential = (root: Node, { operation, credentials }: Imported): boolean =>
  credentials.length > 0 || needsSignIn(root, operation.node)

const probeQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const ofAccounts = tenantHeaders(actions).map(([name]) => name)
  const closed = actions.filter((one) => takesCredential(root, one))
  const free = (closed.length > 0 ? closed : actions).filter(
    ({ action }) =>
      action.method === 'GET' &&
      action.auth !== false &&
      Object.entries(action.params).every(
        ([name, { required, in: place, as = name }]) => !required || (place === 'header' && ofAccounts.includes(as)),
      ),
  )
  const guess =
    free.find(({ action }) => callerPath.test(action.path)) ??
    free.find(({ name }) => probeWords.test(name)) ??
    free.toSorted(
      (a, b) => Number(openWords.test(a.name)) - Number(openWords.test(b.name)) || countSteps(a) - countSteps(b),
    )[0]
  // Until a header of the account is a setting, the probe's own parameters have to give it.
  const needed = Object.entries(guess?.action.params ?? {}).filter(([, { required }]) => required)
  return [
    {
      id: 'probe',
      question: 'Which read shows that a credential works?',
      guess: guess?.name ?? 'none',
      reason: guess
        ? `it is a GET that needs no ${needed.length === 0 ? 'parameters' : "more than the account's headers"}`
        : 'every read needs parameters',
      meanwhile: 'a new credential is not tested',
      overlay: {
        probe: {
          action: guess?.name ?? '...',
          params: Object.fromEntries(needed.map(([name]) => [name, '...'])),
        },
      },
      isSure: guess !== undefined && namesItsCaller(guess) && needed.length === 0,
    },
  ]
}

/** Names of headers whose value differs in each call. */
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
    reason: 'callers would have to send it each time',
    meanwhile: 'it is a parameter of each action',
    overlay: {
      settings: { [toSettingName(name)]: call('pattern', '^[A-Za-z0-9-]+$', 100, '...') },
      headers: { [name]: `{settings.${toSettingName(name)}}` },
    },
  }))

/** One question for a name, as the answer holds for all operations: those that require it outweigh the others, which could go without. */
const credentialQuestions = (actions: readonly Imported[]): Question[] => {
  const withheld = actions.flatMap(({ credentials }) => credentials)
  const ofCallers = actions.flatMap(({ callerCredentials }) => callerCredentials)
  const [counts, countsOfCallers] = [withheld, ofCallers].map((names) => Map.groupBy(names, (name) => name))
  const comesFromCallers = (name: string): boolean =>
    (countsOfCallers?.get(name)?.length ?? 0) > (counts?.get(name)?.length ?? 0)
  const all = [...withheld, ...ofCallers]
  return [
    ...withheldQuestions(all.filter((name) => !comesFromCallers(name))),
    ...callerQuestions(all.filter(comesFromCallers)),
  ]
}

const withheldQuestions = (names: readonly string[]): Question[] =>
  askOfNames(names).map((question) => ({
    ...question,
    guess: 'yes',
    reason: 'its name says so, or the document has a security scheme of that name',
    meanwhile: "callers can't set this parameter",
    options: ['yes', 'no'],
  }))

const callerQuestions = (names: readonly string[]): Question[] =>
  askOfNames(names).map((question) => ({
    ...question,
    guess: 'no',
    reason: 'its operations require it, and nothing else carries it',
    meanwhile: "callers fill it in, unless the overlay's `fill` does; with `yes` it isn't sent",
    options: ['no', 'yes'],
  }))

const askOfNames = (all: readonly string[]): { readonly id: string; readonly question: string }[] =>
  [...Map.groupBy(all, (name) => name)].map(([name, { length }]) => ({
    id: `credential ${name}`,
    question: `Does the parameter "${name}" of ${length} operations carry a credential?`,
  }))

/** One question per name: a document of a thousand operations has few names. */
const secretQuestions = (actions: readonly Imported[]): Question[] => {
  const byMember = new Map<string, string[]>()
  for (const { name, secretMembers } of actions) {
    for (const member of secretMembers) byMember.set(member, [...(byMember.get(member) ?? []), name])
  }
  return [...byMember].map(([member, names]) => ({
    id: secretQuestion(member),
    question: `Is "${member}" in the answers of ${namesText(names)} a credential?`,
    guess: 'yes',
    reason: 'its name says so',
    meanwhile: 'only callers whose policy names `secret` or the action may call them',
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

/** Asks about what is a write although it is by GET, as its path says what somebody does. */
const actQuestions = (actions: readonly Imported[]): Question[] =>
  actions
    .filter(({ action }) => action.method === 'GET' && action.effect === 'write')
    .map(({ name, operation }) => ({
      id: `reads ${operation.key}`,
      question: `Does ${name} (${operation.key}) only read?`,
      guess: 'no',
      reason: 'its path says what somebody does',
      meanwhile: 'it is a write: never repeated, never cached',
      options: ['no', 'yes'],
    }))

const isSearch = (name: string, { path, description }: SliceAction): boolean =>
  !isAboutAct(name) &&
  !isAboutAct(path) &&
  !saysItWrites(description) &&
  !endsInDoing(path) &&
  isNamedSearch(name, path)

/** Words with which a path says that something changes, whatever its operation is called: `getLogout`, `getImportJson`. */
const changing =
  /^(?:log(?:in|out|off)|sign(?:in|out|up|off)|auth|authori[sz]e|callback|connect|disconnect|export|import|refresh|register|remove|reset|revoke|rotate|sync|synchroni[sz]e|tokens?|verify)$/i

const endsInDoing = (path: string): boolean => {
  const fixed = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return splitName(fixed.at(-1) ?? '').some((word, index, words) =>
    [word, `${words[index - 1]}${word}`].some((one) => changing.test(one)),
  )
}

/** Verbs with which a description says that something changes: `Create a new list`, at `POST /lists`. */
const writing =
  /^\W*(?:add|append|appl(?:y|ies)|archive|assign|cancel|change|clear|create|delete|disable|edit|enable|insert|mark|modif(?:y|ies)|move|post|purge|put|record|remove|rename|replace|reset|save|send|set|start|stop|store|submit|update|upload|upsert|write)e?s?\b/i

const saysItWrites = (description: string): boolean => writing.test(description)

const isNamedSearch = (name: string, path: string): boolean =>
  /^(?:search|query|find|lookup|list|get|count|filter|read|retrieve)_/.test(name) ||
  /(?:^|[/:._-])(?:search|query|lookup|_?list)$|\.info$/i.test(path)
