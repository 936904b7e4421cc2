import { call } from '../../source/expression.ts'
import { createRefusal } from '../convert/secrets/credentials.ts'
import { createLeftOutList } from '../read/left-out.ts'
import { type Node, toNode } from '../read/node.ts'
import { readOperations } from '../read/operations.ts'
import { findUsualServer, type Server } from '../read/servers.ts'
import type { HostFact } from '../vendors/vendor.ts'
import { factNames, isFormOfFact, listFactForms, withFact } from './fact-forms.ts'
import {
  type ApiKeyForm,
  bearerForm,
  type Form,
  prefixDoubt,
  printForm,
  readForms,
  readKeyFact,
  readKeyForm,
} from './forms.ts'
import { findHostFact } from './host-facts.ts'
import {
  type CredentialEvidence,
  type CredentialUse,
  listSchemes,
  type Requirement,
  readRequirements,
} from './requirements.ts'
import { buildKeysWay, buildWay, eachPlaceOnce, type RankedWay, rankForm, type SignInWay } from './sign-in-way.ts'

export interface SignInProposal {
  /** The probable way first. */
  readonly ways: readonly SignInWay[]
  readonly closed: number
  readonly undeclared: number
  readonly optional: number
  /** True if nothing of the document shows any way. */
  readonly isUnknown: boolean
  /** Requirements that the gateway can't send from the document alone: `clientCertificate (mutualTLS)`. */
  readonly unsent: readonly string[]
  /** True if the document has a single scheme. */
  readonly isOnlyScheme: boolean
}

interface Reading {
  readonly root: Node
  readonly server: Server | undefined
  readonly fact: HostFact | undefined
  readonly uses: readonly CredentialUse[]
}

/** A document's texts about authentication in general. */
const generalTexts = (root: Node): unknown[] => [toNode(root.info).description]

/** A document's texts about a credential that it declares as a parameter. */
const parameterTexts = (place: string, name: string, uses: readonly CredentialUse[]): unknown[] => {
  const node = uses
    .flatMap(({ operation }) => operation.parameters)
    .find((one) => one.node.in === place && one.node.name === name)?.node
  const schema = toNode(node?.schema)
  return [node?.description, node?.example, schema.example, schema.default]
}

/** The forms of one credential, the best one first. */
const formsOf = ({ root, fact, uses }: Reading, evidence: CredentialEvidence): Form[] => {
  if ('scheme' in evidence) {
    const scheme = listSchemes(root)[evidence.scheme] ?? {}
    return readForms(scheme, generalTexts(root), evidence.scheme).map((form) => withFact(form, fact))
  }
  const [, place = '', name = ''] = /^(\S+) (.*)$/s.exec(evidence.parameter) ?? []
  const form = readKeyForm(place, name, { own: parameterTexts(place, name, uses), general: generalTexts(root) })
  return form ? [withFact(form, fact)] : []
}

const nameOf = (one: CredentialEvidence): string => ('scheme' in one ? one.scheme : one.parameter.replace(/^\S+ /, ''))

/** The ways in which one requirement may be met: OAuth has several flows. */
const waysOf = (reading: Reading, requirement: Requirement): RankedWay[] => {
  const read = requirement.all.map((one) => ({ one, forms: formsOf(reading, one) }))
  const forms = read.map((one) => one.forms).filter((some) => some.length > 0)
  if (forms.length === 0) return []
  const doubts = read
    .filter((one) => one.forms.length === 0)
    .map(({ one }) => `how ${describeScheme(reading.root, one)} is sent, which is required beside it`)
  return joinForms(reading, requirement, forms).map((way) => ({ ...way, doubts: [...way.doubts, ...doubts] }))
}

/** A credential by its name, with the kind of its scheme. */
const describeScheme = (root: Node, one: CredentialEvidence): string => {
  const { type, scheme } = 'scheme' in one ? (listSchemes(root)[one.scheme] ?? {}) : {}
  const kind = type === 'http' ? scheme : type
  return kind === undefined ? `${nameOf(one)} (not declared)` : `${nameOf(one)} (${String(kind).slice(0, 50)})`
}

const joinForms = (
  reading: Reading,
  { all, count, isUnclaimed = false }: Requirement,
  forms: readonly (readonly Form[])[],
): RankedWay[] => {
  const name = all.map(nameOf).join(' and ')
  const firsts = eachPlaceOnce(forms.flatMap(([first]) => first ?? []))
  const isParameter = all.some((one) => 'parameter' in one)
  if (firsts.length > 1) return [{ ...buildKeysWay(name, firsts, count), isParameter, isUnclaimed }]
  const best = forms.flat().toSorted((a, b) => rankForm(a) - rankForm(b))
  const some = all.length > 1 ? best.slice(0, 1) : (forms[0] ?? [])
  return some.map((form, index) => {
    const source = isFormOfFact(form, reading.fact) ? reading.fact?.source : undefined
    const way = buildWay(index === 0 ? name : `${name} (${form.kind})`, form, count, reading.server, source)
    return { ...way, isParameter, isUnclaimed }
  })
}

/** The ways of signing in that the vendor's documentation has and the document lacks. */
const waysOfFact = ({ fact, server }: Reading, ofDocument: readonly RankedWay[], closed: number): RankedWay[] => {
  if (!fact) return []
  const keys = Object.entries(fact.keys ?? {}).map(([, one]) => readKeyFact(one))
  const several = keys.length > 1 ? [{ ...buildKeysWay('keys', keys, closed), source: fact.source }] : []
  const single = listFactForms(fact)
    .filter((form) => !ofDocument.some(({ source, rank }) => source !== undefined && rank === rankForm(form)))
    .map((form) => buildWay(factNames[form.kind], form, closed, server, fact.source))
  return [...several, ...single]
}

/** Each scheme by itself, for a document whose operations name none. */
const unclaimed = (root: Node, closed: number): Requirement[] =>
  Object.keys(listSchemes(root)).map((scheme) => ({ all: [{ scheme }], count: closed, isUnclaimed: true }))

/** Ways that at least nine tenths as many operations take as the most frequent one are equal by that. */
const isUsual = (way: RankedWay, most: number): boolean => way.count >= most * 0.9

const eachOnce = (ways: readonly RankedWay[]): RankedWay[] => {
  const names = new Map<string, number>()
  const byContent = new Map(ways.toReversed().map((way) => [JSON.stringify([way.auth, way.arrivals]), way]))
  return [...byContent.values()].toReversed().map((way) => {
    const count = (names.get(way.name) ?? 0) + 1
    names.set(way.name, count)
    return count === 1 ? way : { ...way, name: `${way.name} ${count}` }
  })
}

/**
 * Proposes how the credentials of a document's accounts are sent, from its operations' requirements and the facts about
 * the vendor's host. The probable way comes first.
 */
export const proposeSignIn = (root: Node, uses: readonly CredentialUse[] = listUses(root)): SignInProposal => {
  const server = findUsualServer(root)
  const host = server && URL.parse(server.url.replaceAll(/[{}]/g, ''))?.host
  const reading: Reading = { root, server, fact: host ? findHostFact(host) : undefined, uses }
  const { alternatives, ...counts } = readRequirements(root, uses)
  const isClaimed = alternatives.some(({ all }) => all.some((one) => 'scheme' in one))
  const claimed = isClaimed ? alternatives : [...alternatives, ...unclaimed(root, counts.closed)]
  const ofDocument = claimed.flatMap((one) => waysOf(reading, one))
  const unsent = listUnsent(reading, alternatives)
  const ofFact = waysOfFact(reading, ofDocument, counts.closed)
  const all = eachOnce([...ofDocument, ...ofFact, ...otherPrefixes([...ofDocument, ...ofFact], server)])
  const most = Math.max(0, ...all.map(({ count }) => count))
  const ways = all.toSorted(
    (a, b) =>
      Number(isUsual(b, most)) - Number(isUsual(a, most)) ||
      // The vendor's documentation precedes the document.
      Number(b.source !== undefined) - Number(a.source !== undefined) ||
      a.rank - b.rank ||
      b.count - a.count,
  )
  // A key that few operations have as a parameter is one of theirs, and says nothing about the others.
  const isOfFew = ways.every(({ isParameter }) => isParameter) && most < counts.closed / 2
  if (isOfFew) {
    const unknown = [...unknownWays(root, counts.closed), ...ways]
    return { ways: unknown, ...counts, unsent, isUnknown: true, isOnlyScheme: false }
  }
  const isSilent = counts.undeclared === counts.closed && reading.fact === undefined
  const isOnlyScheme = Object.keys(listSchemes(root)).length === 1
  return { ways: isSilent ? [...ways, noWay] : ways, ...counts, unsent, isUnknown: false, isOnlyScheme }
}

/** The line with the usual prefix, where nothing shows whether there is one; without it, where the first line has it. */
const otherPrefixes = (ways: readonly RankedWay[], server: Server | undefined): RankedWay[] =>
  ways
    .filter(({ doubts, arrivals }) => arrivals.length === 1 && doubts.includes(prefixDoubt))
    .slice(0, 1)
    .map(({ name, auth, count, doubts, rank }) => {
      const hasBearer = JSON.stringify(auth) === JSON.stringify(printForm(bearerForm, server))
      const form = hasBearer ? { ...bearerForm, prefix: '' } : bearerForm
      const way = buildWay(`${name} ${hasBearer ? 'without' : 'with'} Bearer`, form, count, server)
      return { ...way, doubts, rank: rank + 0.5 }
    })

/** The requirements of operations for which no form is known. */
const listUnsent = (reading: Reading, alternatives: readonly Requirement[]): string[] => {
  const all = alternatives.flatMap(({ all }) => all).filter((one) => formsOf(reading, one).length === 0)
  return [...new Set(all.map((one) => describeScheme(reading.root, one)))]
}

const noWay: SignInWay = { name: 'none', auth: call('none'), arrivals: [], count: 0, doubts: [] }

/**
 * The ways for a document without any: none if it says that nothing is required; else a bearer token, which most APIs
 * take.
 */
const unknownWays = (root: Node, closed: number): SignInWay[] => {
  const bearer = { ...buildWay('a bearer token', bearerForm, closed, undefined), doubts: ['anything about it'] }
  const header: ApiKeyForm = { kind: 'key', in: 'header', name: 'X-Api-Key', prefix: '' }
  const others = [
    { ...buildWay('a key in a header', header, closed, undefined), doubts: ['the name of the header'] },
    { ...buildWay('a name and a password', { kind: 'basic' }, closed, undefined) },
  ]
  const isEmpty = Array.isArray(root.security) && root.security.length === 0
  return isEmpty ? [noWay, bearer, ...others] : [bearer, ...others, noWay]
}

/** The operations of a document with the credentials that they have as parameters. */
const listUses = (root: Node): CredentialUse[] => {
  const operations = readOperations(root, createLeftOutList())
  const refuse = createRefusal(root, operations, new Set())
  return operations.map((operation) => ({
    operation,
    credentials: operation.parameters.flatMap(({ node }) =>
      refuse(node)?.what === 'credential' ? [`${node.in} ${node.name}`] : [],
    ),
  }))
}
