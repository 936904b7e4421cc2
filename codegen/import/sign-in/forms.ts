import { call, type Expression, noted, template } from '../../source/expression.ts'
import { sentence } from '../read/describe.ts'
import { type Node, toNode } from '../read/node.ts'
import type { Server } from '../read/servers.ts'
import { splitName } from '../read/words.ts'
import type { ClientFact, CodeFact, KeyFact } from '../vendors/vendor.ts'
import { findPrefix } from './prefix.ts'

/** A key in one place of a request. */
export interface ApiKeyForm {
  readonly kind: 'key'
  readonly in: 'header' | 'query' | 'cookie' | 'body'
  readonly name: string
  /** The prefix of a key in a header; `''`: none. */
  readonly prefix: string
  /** A doubt that nothing in the document settles. */
  readonly doubt?: string
  /** True for what goes beside a credential, and is none: a code that works once, the user in whose name calls are made. */
  readonly isBeside?: boolean
  /** True for a token that somebody gets in another way than the gateway knows. */
  readonly isForeign?: boolean
}

interface BasicForm {
  readonly kind: 'basic'
  readonly username?: string
}

interface CodeForm {
  readonly kind: 'code'
  readonly fact: Omit<CodeFact, 'rotates'> & { readonly rotates?: boolean }
  readonly scopes: Node
}

interface ClientForm {
  readonly kind: 'client'
  readonly fact: ClientFact
  readonly scopes: Node
}

/** One kind of credential in calls, as a scheme of a document or a vendor's documentation shows it. */
export type Form = ApiKeyForm | BasicForm | CodeForm | ClientForm

/** The place in which a form's credential arrives, e.g. `header authorization`. */
export const findArrival = (form: Form): string => {
  if (form.kind === 'key') return `${form.in} ${form.in === 'header' ? form.name.toLowerCase() : form.name}`
  const header = form.kind === 'client' ? form.fact.header : undefined
  return `header ${(header ?? 'authorization').toLowerCase()}`
}

const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization'

export const bearerForm: ApiKeyForm = { kind: 'key', in: 'header', name: 'Authorization', prefix: 'Bearer ' }

/** True for a text that has the word, without showing where it stands: `Please insert JWT with Bearer into field`. */
const speaksOfBearer = (text: unknown): boolean => /\bbearer\b/i.test(String(text ?? ''))

export const prefixDoubt = 'whether a word such as Bearer stands before the key'

/** A token that somebody gets in another way than the gateway knows, e.g. with a password. */
const tokenForm: ApiKeyForm = {
  ...bearerForm,
  doubt: 'how the token is renewed: it has no flow that the gateway knows',
  isForeign: true,
}

/** A document's texts about one credential, and about the API in general. */
export interface CredentialTexts {
  readonly own: readonly unknown[]
  readonly general: readonly unknown[]
  /** The name of its scheme: `BearerAuth` speaks of Bearer, too. */
  readonly schemeName?: string
}

/** A cookie that a document has as a header: its name is in an example, if anywhere. */
const readCookieForm = ({ own }: CredentialTexts): ApiKeyForm => {
  const [, name] = own.map((text) => /(?<![\w-])([A-Za-z][\w.-]{1,39})=/.exec(String(text ?? ''))).find(Boolean) ?? []
  const cookie = { kind: 'key', in: 'cookie', prefix: '' } as const
  return name === undefined ? { ...cookie, name: 'session', doubt: 'the name of the cookie' } : { ...cookie, name }
}

/** Names of what goes beside a credential: `Sudo`, `X-GITEA-OTP`, `X-CSRFToken`. */
const beside = /(?:^|[^a-z])(?:sudo|t?otp|2fa|mfa|csrf|xsrf|impersonate|on-?behalf-?of|captcha)(?:[^a-z]|token|$)/i

/** A name with what stands behind it in the header: `Authorization: Bearer`. */
const asHeaderLine = /^\s*([\w-]+)\s*:\s*(?:([A-Za-z][\w-]*)\s*)?$|^\s*(authorization)\s+([A-Za-z][\w-]*)\s*$/i

/** A key in a header or elsewhere. */
export const readKeyForm = (place: unknown, named: unknown, texts: CredentialTexts): Form | undefined => {
  if (typeof named !== 'string' || named === '') return undefined
  const [, header = '', word = '', authorization = header, scheme = word] = asHeaderLine.exec(named) ?? []
  if (place === 'header' && scheme !== '') return readKeyForm(place, authorization, { own: [scheme], general: [] })
  const name = place === 'header' && header !== '' ? header : named
  const isBeside = beside.test(name) && { isBeside: true }
  if (place === 'query' || place === 'cookie' || place === 'body')
    return { kind: 'key', in: place, name, prefix: '', ...isBeside }
  if (place !== 'header') return undefined
  if (name.toLowerCase() === 'cookie') return readCookieForm(texts)
  const prefix = findPrefix(name, texts.own, texts.general)
  if (prefix?.toLowerCase() === 'basic ' && isAuthorization(name)) return { kind: 'basic' }
  const isOpen = prefix === undefined && isAuthorization(name)
  return {
    kind: 'key',
    in: 'header',
    name,
    prefix:
      prefix ??
      (isOpen && [...texts.own, splitName(texts.schemeName ?? '').join(' ')].some(speaksOfBearer) ? 'Bearer ' : ''),
    ...(isOpen && { doubt: prefixDoubt }),
    ...isBeside,
    ...(/signature/i.test(name) && { doubt: 'how it is computed: a signature differs in each call (`signed`)' }),
  }
}

/** Schemes of RFC 9110 whose credential is computed for each request, or that need more than a key. */
const computed = /^(?:digest|hoba|mutual|negotiate|ntlm|scram|vapid|aws4|hmac|signature|dpop|gnap|privatetoken)/i

const readHttpForm = (scheme: string): Form | undefined => {
  if (scheme.toLowerCase() === 'basic') return { kind: 'basic' }
  if (scheme.toLowerCase() === 'bearer' || scheme === '') return bearerForm
  return computed.test(scheme) || !/^[\w-]+$/.test(scheme) ? undefined : { ...bearerForm, prefix: `${scheme} ` }
}

const isAddress = (url: unknown): url is string =>
  typeof url === 'string' && (/^https:\/\/[^\s'"\\{}]+$/.test(url) || /^\/(?!\/)[\w./-]*$/.test(url))

/** Some documents have the address there at which a token ends: nobody refreshes a token by revoking it. */
const isRefreshAddress = (url: unknown): url is string =>
  isAddress(url) && !/revo(?:ke|cation)|introspect/i.test(url.replace(/^https:\/\/[^/]*/, ''))

/** The forms of OAuth's flows: a person's sign-in first. `[]`: an overlay can name none of them. */
const readOAuthForms = (flows: Node): Form[] => {
  const [code, client] = [toNode(flows.authorizationCode), toNode(flows.clientCredentials)]
  return [
    ...(isAddress(code.authorizationUrl) && isAddress(code.tokenUrl)
      ? [
          {
            kind: 'code' as const,
            fact: {
              authorize: code.authorizationUrl,
              token: code.tokenUrl,
              ...(isRefreshAddress(code.refreshUrl) &&
                code.refreshUrl !== code.tokenUrl && { refresh: code.refreshUrl }),
            },
            scopes: toNode(code.scopes),
          },
        ]
      : []),
    ...(isAddress(client.tokenUrl)
      ? [{ kind: 'client' as const, fact: { token: client.tokenUrl }, scopes: toNode(client.scopes) }]
      : []),
  ]
}

/** The forms in which a security scheme's credential may be had, the best one first. */
export const readForms = (scheme: Node, general: readonly unknown[], schemeName = ''): Form[] => {
  const own = [scheme.description, scheme['x-default'], scheme.example, scheme['x-example']]
  const form =
    scheme.type === 'http'
      ? readHttpForm(String(scheme.scheme ?? ''))
      : readKeyForm(scheme.in, scheme.name, { own, general, schemeName })
  if (scheme.type === 'http' || scheme.type === 'apiKey') return form ? [form] : []
  if (scheme.type === 'openIdConnect') return [tokenForm]
  if (scheme.type !== 'oauth2') return []
  const forms = readOAuthForms(toNode(scheme.flows))
  return forms.length > 0 ? forms : [tokenForm]
}

export const readKeyFact = (fact: KeyFact): ApiKeyForm => {
  if ('query' in fact) return { kind: 'key', in: 'query', name: fact.query, prefix: '' }
  if ('cookie' in fact) return { kind: 'key', in: 'cookie', name: fact.cookie, prefix: '' }
  return { kind: 'key', in: 'header', name: fact.header, prefix: fact.prefix ?? '' }
}

/** A key's place as the contract's functions take it. */
export const keyPlace = ({ in: place, name, prefix }: ApiKeyForm): { readonly [member: string]: Expression } => ({
  [place]: place === 'header' && isAuthorization(name) ? 'authorization' : name,
  ...(prefix !== '' && { prefix }),
})

/** The path of an address at the API's own host; `undefined`: it is at another. */
const ownPath = (address: string, server: Server | undefined): string | undefined => {
  if (address.startsWith('/')) return address
  const url = URL.parse(address)
  return url && url.host === URL.parse(server?.url ?? '')?.host ? url.pathname : undefined
}

/** An address as an expression: at the API's own host, with the account's settings where that host has them. */
const printAddress = (address: string, server: Server | undefined): Expression => {
  const path = ownPath(address, server)
  if (path === undefined) return address
  const { accounts, isComplete, url = '' } = server ?? {}
  if (isComplete) return `${new URL(url).origin}${path}`
  const { texts, settings } = accounts ?? { texts: ['', ''], settings: [{ name: 'host' }] }
  const begin = texts.slice(0, -1).map((text, index) => `${index === 0 ? 'https://' : ''}${text}`)
  return template(
    'endpoint',
    [...begin, `${texts.at(-1)}${path}`],
    settings.map((one) => one.name),
  )
}

const scopesMember = (scopes: Node): Expression => {
  const lines = Object.entries(scopes)
    .slice(0, 20)
    .map(([name, text]) => `${JSON.stringify(name)}: ${sentence(text, 100)}`)
  return noted({}, 'The scopes that the actions need, by name, with what each is for:', ...lines)
}

const codeMembers = ({ fact, scopes }: CodeForm, server: Server | undefined): Expression => ({
  authorize: printAddress(fact.authorize, server),
  token: printAddress(fact.token, server),
  ...(fact.refresh !== undefined && { refresh: printAddress(fact.refresh, server) }),
  ...(fact.clientAuth && { clientAuth: fact.clientAuth }),
  ...(fact.encoding && { encoding: fact.encoding }),
  ...(fact.separator && { separator: fact.separator }),
  ...(fact.parameters && { parameters: fact.parameters }),
  ...(fact.pkce && { pkce: fact.pkce }),
  scopes: scopesMember(scopes),
  rotates: fact.rotates ?? false,
})

/** The form as a call of the contract's function. */
export const printForm = (form: Form, server: Server | undefined): ReturnType<typeof call> => {
  switch (form.kind) {
    case 'basic':
      return form.username === undefined ? call('basic') : call('basic', { username: form.username })
    case 'key':
      return call('apiKey', keyPlace(form))
    case 'code':
      return call('oauth2', codeMembers(form, server))
    case 'client': {
      const { token, clientAuth, header } = form.fact
      return call('oauth2', {
        grant: 'client_credentials',
        token: printAddress(token, server),
        ...(clientAuth && { clientAuth }),
        ...(header !== undefined && { header }),
        scopes: scopesMember(form.scopes),
      })
    }
  }
}
