import { call, type Expression } from '../../source/expression.ts'
import { isDemonstration, type Server, toSettingName } from '../read/servers.ts'
import { type ApiKeyForm, bearerForm, type Form, findArrival, keyPlace, printForm } from './forms.ts'

/** One way of signing in that a document, or a vendor's documentation, shows. */
export interface SignInWay {
  /** The name of its schemes or parameters, e.g. `clientId and secret`. */
  readonly name: string
  readonly auth: ReturnType<typeof call>
  /** The places in which its credentials arrive. */
  readonly arrivals: readonly string[]
  /** The number of operations that take it. */
  readonly count: number
  /** Doubts that nothing in the document settles. */
  readonly doubts: readonly string[]
  /** The page of the vendor that says so. */
  readonly source?: string
  /** True if the document has it as parameters alone. */
  readonly isParameter?: boolean
  /** True if the document has its scheme, and no operation names any. */
  readonly isUnclaimed?: boolean
}

/** A way with its place in the order of forms; the lowest rank is the most probable. */
export interface RankedWay extends SignInWay {
  readonly rank: number
}

/**
 * A person's sign-in, then the client's own, then keys: in a header, as a bearer, with a password, in the query, in a cookie, in bodies. What
 * goes beside a credential comes last.
 */
export const rankForm = (form: Form): number => {
  if (form.kind === 'key' && form.isBeside) return 8
  if (form.kind === 'code') return 0
  if (form.kind === 'client') return 1
  if (form.kind === 'basic') return 4
  if (form.isForeign) return 4.5
  if (form.in === 'header') return form.name.toLowerCase() === 'authorization' ? 3 : 2
  return { query: 5, cookie: 6, body: 7 }[form.in]
}

const listDoubts = (form: Form): string[] => {
  if (form.kind === 'key') return form.doubt === undefined ? [] : [form.doubt]
  if (form.kind !== 'code') return []
  return [
    ...(form.fact.rotates === undefined ? ['whether a refresh ends the old refresh token (`rotates`)'] : []),
    ...(isDemonstration(form.fact.authorize) ? ['the addresses at your own server: these are of a demonstration'] : []),
    ...(/authorize\/?$/.test(form.fact.token) ? ['the token endpoint: it has the address of the sign-in page'] : []),
  ]
}

/** The way of one credential. `count`: the operations that take it; `source`: the vendor's page that says so. */
export const buildWay = (
  name: string,
  form: Form,
  count: number,
  server: Server | undefined,
  source?: string,
): RankedWay => ({
  name,
  auth: printForm(form, server),
  arrivals: [findArrival(form)],
  count,
  doubts: listDoubts(form),
  rank: rankForm(form),
  ...(source !== undefined && { source }),
})

/** Names of secrets that an administrator stores: the parameters' own, each once. */
const nameSecrets = (keys: readonly ApiKeyForm[]): Record<string, ApiKeyForm> => {
  const named: Record<string, ApiKeyForm> = {}
  for (const key of keys) {
    const base =
      toSettingName(key.name)
        .replace(/^[^a-z]+/, '')
        .replace(/_+$/, '') || 'key'
    let name = base
    for (let count = 2; Object.hasOwn(named, name); count++) name = `${base}_${count}`
    named[name] = key
  }
  return named
}

/** A credential beside others, which each call carries as it is stored. */
const asKey = (form: Form): ApiKeyForm => {
  if (form.kind === 'key') return form
  return form.kind === 'basic' ? { ...bearerForm, prefix: 'Basic ' } : bearerForm
}

/** The way of several credentials that each call carries, which are stored as keys. */
export const buildKeysWay = (name: string, forms: readonly Form[], count: number): RankedWay => {
  const named = nameSecrets(forms.map(asKey))
  const places: [string, Expression][] = Object.entries(named).map(([secret, key]) => [secret, keyPlace(key)])
  const tokens = forms.filter(({ kind }) => kind === 'code' || kind === 'client')
  return {
    name,
    auth: call('keys', Object.fromEntries(places)),
    arrivals: forms.map(findArrival),
    count,
    doubts: [
      ...forms.flatMap((form) => (form.kind === 'key' ? listDoubts(form) : [])),
      ...(tokens.length > 0 ? ['who renews the token, which is stored as a key beside the others'] : []),
      ...(forms.some(({ kind }) => kind === 'basic') ? ['the pair of HTTP Basic, which is stored in base64'] : []),
    ],
    rank: Math.max(...forms.map(rankForm)),
  }
}

/** Schemes that arrive in one place are one credential, which two names describe. */
export const eachPlaceOnce = (forms: readonly Form[]): Form[] =>
  [...new Map(forms.toReversed().map((form) => [findArrival(form), form])).values()].toReversed()
