import { type Auth, isPlaceholderHost, type SingleAuth } from '@patchbay/core/provider'
import { listQuestions } from '../../codegen/import/ask/questions.ts'
import { type Imported, type Result, toSlice } from '../../codegen/import/convert/to-slice.ts'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'
import { followReferences, isNode, type Node, toNode, toNodes } from '../../codegen/import/read/node.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { inVersion3 } from '../../codegen/import/read/version-3.ts'
import { proposeSignIn } from '../../codegen/import/sign-in/propose.ts'
import { placeCredential } from '../../core/upstream/authentication.ts'
import { evaluate } from './evaluate.ts'

/**
 * The number of operations read as the document has them, the number asked about, and those that are wrong without a
 * question.
 */
export interface ImportVerdicts {
  readonly right: number
  readonly asked: number
  readonly wrong: readonly string[]
}

/**
 * The sign-in and servers that an import begins with, before any question is answered, judged by the document's own
 * words.
 */
export interface Beginning {
  readonly document: string
  readonly signIn: ImportVerdicts
  readonly servers: ImportVerdicts
}

/** The place of a credential, by the scheme's own words: `header authorization bearer`, `query key`. */
const placeOf = (scheme: Node): string => {
  if (scheme.type === 'apiKey') {
    const name = String(scheme.name)
    const isAuthorization = scheme.in === 'header' && name.toLowerCase() === 'authorization'
    return isAuthorization
      ? 'header authorization'
      : `${scheme.in} ${scheme.in === 'header' ? name.toLowerCase() : name}`
  }
  return `header authorization ${scheme.type === 'http' ? String(scheme.scheme).toLowerCase() : 'bearer'}`
}

/** The places that a credential takes in a call. A word before it counts where the header is `Authorization`. */
const arrivalsOf = (auth: SingleAuth): string[] => {
  const { headers, query, cookies } = placeCredential(auth, '(credential)')
  return [
    ...Object.entries(headers).map(([name, value]) => {
      const [word = ''] = value.split(' ')
      return name === 'authorization' && word !== '(credential)'
        ? `header authorization ${word.toLowerCase()}`
        : `header ${name}`
    }),
    ...Object.keys(query).map((name) => `query ${name}`),
    ...Object.keys(cookies).map((name) => `cookie ${name}`),
  ].toSorted()
}

type Expected = { readonly isOpen: boolean; readonly alternatives: readonly (readonly string[])[] }

/** The document's statement about an operation's sign-in, read without the import. */
const expectationOf = (root: Node, path: string, method: string): Expected => {
  const item = followReferences(root, toNode(root.paths)[path], '')?.node ?? {}
  const { security = root.security } = toNode(item[method])
  const isOwn = toNode(item[method]).security !== undefined
  const all = Array.isArray(security) ? security.filter(isNode) : []
  const isOpen =
    Array.isArray(security) && (isOwn || all.length > 0) && all.every((one) => Object.keys(one).length === 0)
  const schemes = toNode(toNode(root.components).securitySchemes)
  const alternatives = all
    .filter((one) => Object.keys(one).every((name) => isNode(schemes[name])))
    .map((one) => [...new Set(Object.keys(one).map((name) => placeOf(toNode(schemes[name]))))].toSorted())
  return { isOpen, alternatives: alternatives.filter((one) => one.length > 0 || all.length > 1) }
}

/** All that a document says in words about authentication, in lower case. */
const wordsOf = (root: Node): string => {
  const schemes = Object.values(toNode(toNode(root.components).securitySchemes)).map((one) => toNode(one).description)
  return [toNode(root.info).description, ...schemes].join(' ').toLowerCase()
}

/** A key in the header `Authorization` has the word before it that the document's text shows. */
const isSamePlace = (given: string, wanted: string, words: string): boolean => {
  if (given === wanted) return wanted !== 'header authorization'
  const [, word] = /^header authorization (\S+)$/.exec(given) ?? []
  return wanted === 'header authorization' && word !== undefined && words.includes(`${word} `)
}

const isSame = (given: readonly string[], wanted: readonly string[], words: string): boolean =>
  given.length === wanted.length && given.every((one, index) => isSamePlace(one, wanted[index] ?? '', words))

/** True if every scheme of a document is OAuth by a flow that the gateway knows. */
const isOAuth = (root: Node): boolean => {
  const schemes = toNodes(Object.values(toNode(toNode(root.components).securitySchemes)))
  const hasFlow = ({ flows }: Node): boolean =>
    toNode(flows).authorizationCode !== undefined || toNode(flows).clientCredentials !== undefined
  return schemes.length > 0 && schemes.every((scheme) => scheme.type === 'oauth2' && hasFlow(scheme))
}

const judge = (
  actions: readonly Imported[],
  verdictOn: (one: Imported) => 'right' | 'asked' | string,
): ImportVerdicts => {
  const verdicts = actions.map((one) => [one.operation.key, verdictOn(one)] as const)
  const count = (kind: string): number => verdicts.filter(([, verdict]) => verdict === kind).length
  return {
    right: count('right'),
    asked: count('asked'),
    wrong: verdicts.flatMap(([key, verdict]) =>
      verdict === 'right' || verdict === 'asked' ? [] : [`${key}: ${verdict}`],
    ),
  }
}

const judgeSignIn = (root: Node, { actions }: Result, ids: ReadonlySet<string>): ImportVerdicts => {
  const [way] = proposeSignIn(root, actions).ways
  const auth = evaluate(way?.auth ?? '') as Auth
  if (auth.kind === 'oneOf') throw new Error('no import begins with several ways')
  const arrivals = arrivalsOf(auth)
  const words = wordsOf(root)
  const isFixedToken = auth.kind !== 'oauth2' && isOAuth(root)
  return judge(actions, ({ operation, action, credentials, elsewhere }) => {
    const [method = '', ...path] = operation.key.split(' ')
    const { isOpen, alternatives } = expectationOf(root, path.join(' '), method.toLowerCase())
    const given = action.auth === false ? [] : arrivals
    if (isOpen) return given.length === 0 ? 'right' : 'a credential where none is wanted'
    if (action.auth === false) return ids.has(`server ${elsewhere}`) ? 'asked' : 'no credential'
    if (alternatives.some((one) => isSame(given, one, words)) && !isFixedToken) return 'right'
    // The vendor's own page says otherwise than the document, or what the document leaves open.
    if (ids.has('security')) return 'asked'
    if (way?.source !== undefined) return 'right'
    const isParameter = credentials.some((one) => given.includes(one) && ids.has(`credential ${one}`))
    return isParameter ? 'asked' : `${given.join(' and ') || 'nothing'} instead of ${JSON.stringify(alternatives)}`
  })
}

const fillIn = (text: string, variables: Node): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (all, name: string) => String(toNode(variables[name]).default ?? all))

/**
 * The address of a call by the document's own words, with the defaults of all variables; `undefined`: it names no real
 * host.
 */
const addressOf = (root: Node, { operation }: Imported): URL | undefined => {
  const [own] = toNodes(operation.servers)
  const [usual] = toNodes(root.servers)
  const found = [own, usual].flatMap((server) => {
    const base = fillIn(String(server?.url ?? ''), toNode(server?.variables)).replace(/\/+$/, '')
    return URL.parse(base.startsWith('//') ? `https:${base}` : base) ?? []
  })[0]
  return found && (URL.parse(`${found.origin}${found.pathname.replace(/\/$/, '')}`) ?? undefined)
}

/** True if a part of the host is a variable without a list of values: each account has its own. */
const hasOwnPart = (server: Node | undefined): boolean =>
  [...(/^[^/]*\/\/([^/]*)/.exec(String(server?.url ?? ''))?.[1] ?? '').matchAll(/\{([^{}]+)\}/g)].some(
    ([, name = '']) => !Array.isArray(toNode(toNode(server?.variables)[name]).enum),
  )

const judgeServers = (root: Node, { slice, actions }: Result, ids: ReadonlySet<string>): ImportVerdicts =>
  judge(actions, (one) => {
    const server = one.action.server ?? slice.server ?? ''
    const base = server.startsWith('/') ? server : server.replace(/^https:\/\/[^/]*/, '')
    if (/[{}]|%7B/i.test(base)) return `the base path ${base}`
    const wanted = addressOf(root, one)
    const isOwn = hasOwnPart(toNodes(one.operation.servers)[0] ?? toNodes(root.servers)[0])
    const given = URL.parse(server.startsWith('/') ? `${URL.parse(slice.server ?? '')?.origin}${server}` : server)
    const isSameAddress =
      wanted &&
      given &&
      wanted.host === given.host &&
      wanted.pathname.replace(/\/$/, '') === given.pathname.replace(/\/$/, '')
    const isVendors = wanted !== undefined && !isPlaceholderHost(wanted.host) && !/[{}]/.test(server) && !isOwn
    if (isSameAddress && isVendors) return 'right'
    return ids.has('origin') ? 'asked' : `${server} instead of ${wanted?.href}`
  })

/** Judges what an import begins with, for every operation. */
export const judgeBeginning = (document: string, root: Node, result: Result): Beginning => {
  const ids = new Set(listQuestions(root, result).map(({ id }) => id))
  return { document, signIn: judgeSignIn(root, result, ids), servers: judgeServers(root, result, ids) }
}

/** The same of a document in a folder. */
export const readBeginning = async (folder: string, document: string): Promise<Beginning> => {
  const leftOut = createLeftOutList()
  const { root } = await readDocument(`${folder}/${document}`, leftOut)
  const converted = await inVersion3(root, leftOut)
  return judgeBeginning(document, converted, toSlice(converted, { id: 'corpus' }))
}
