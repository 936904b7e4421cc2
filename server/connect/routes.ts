import { GatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type ConnectLink, hashToken } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import { readUrl } from '../http/queries.ts'
import { foreignForm } from '../oauth/pasted-token.ts'
import { endpoint, type Outcome } from '../oauth/protocol/endpoint.ts'
import { isFormProof, makeFormProof } from '../oauth/protocol/form-proof.ts'
import { inOAuthTerms, type OAuthError } from '../oauth/protocol/oauth-error.ts'
import { readForm } from '../oauth/protocol/read-form.ts'
import { isSameSecret } from '../oauth/protocol/secrets.ts'
import { beginAtVendor } from './begin.ts'
import { browserCookie, isSameBrowser, proofOf } from './browser.ts'
import { choose } from './choose.ts'
import { comeBack } from './come-back.ts'
import { type ConnectParts, clock } from './connect-parts.ts'
import {
  applicationOAuth,
  contextOf,
  findLink,
  knownAccount,
  type LinkContext,
  personalOAuth,
  sentenceOf,
  typedAuth,
  type VendorOAuth,
  vendorOAuthOf,
} from './context.ts'
import { requestByClient } from './exchange.ts'
import { readClient, readFormSecrets, readSettings, secretFields, settingFields, UnfitForm } from './fields.ts'
import { attemptBinding, changed, hasEnded, makeRandom } from './link.ts'
import { openPage, sorryPage } from './pages.ts'
import { type Asking, ask, auditKey, decline, endOf, overtaken, storeConnection } from './settle.ts'

/** The page for everything that can't go on. */
const renderError =
  ({ brand }: ConnectParts) =>
  (error: OAuthError | GatewayError): Reply => {
    const { headers } = inOAuthTerms(error)
    const message = /[.!]$/.test(error.message) ? error.message : `${error.message}.`
    const { headers: ofPage, ...page } = sorryPage(brand, { status: error.status, message })
    return { ...page, headers: { ...ofPage, ...headers }, log: { code: error.code } }
  }

/** What the form is for: without a sign-in, the provider as it is with the key that it takes instead. */
const formOf = (
  domain: Domain,
  oauth: VendorOAuth | undefined,
): { readonly domain: Domain; readonly name?: string } => {
  const typed = oauth || !personalOAuth(domain) ? undefined : typedAuth(domain)
  if (!typed) return { domain }
  const [name, auth] = typed
  return { name, domain: { ...domain, provider: { ...domain.provider, auth } } }
}

/** The page of a link, with its form. */
const showLink = async (
  parts: ConnectParts,
  { request }: Exchange,
  context: LinkContext,
  secret: string,
  form: ReadonlyMap<string, string> = new Map(),
  error?: { readonly status: number; readonly message: string },
): Promise<Reply> => {
  const { link } = context
  const oauth = await vendorOAuthOf(parts, context)
  const { domain } = formOf(context.domain, oauth)
  const fields = [
    ...settingFields(domain, link.settings, form, knownAccount(context)?.settings),
    ...(oauth ? [] : secretFields(domain.provider.auth, form)),
  ]
  const { proof, cookie } = makeFormProof(parts.baseUrl(), request.headers)
  const scopes = oauth?.scopes.map((name) => ({ name, sentence: sentenceOf(oauth.declared, name) }))
  return openPage({ ...context, brand: parts.brand, proof, cookie, secret, fields, scopes, error })
}

/** `GET /connect/<secret>`. */
const openRoute = (parts: ConnectParts): Route =>
  endpoint(parts, {
    method: 'GET',
    path: '/connect/:secret',
    renderError: renderError(parts),
    async handle(exchange) {
      const secret = exchange.params.secret ?? ''
      const link = await findLink(parts, secret, exchange.ip)
      const context = await contextOf(parts, link)
      if (link.status === 'pending') {
        await parts.store.connections.swap(link.version, changed(link, { status: 'opened' }))
      }
      return { reply: await showLink(parts, exchange, context, secret) }
    },
  })

/** Goes on with a valid form: to the vendor, or to the question whether the key's account is the right one. */
const proceed = async (
  parts: ConnectParts,
  exchange: Exchange,
  opened: LinkContext,
  form: ReadonlyMap<string, string>,
): Promise<Reply> => {
  const secret = exchange.params.secret ?? ''
  const oauth = await vendorOAuthOf(parts, opened)
  const { domain, name } = formOf(opened.domain, oauth)
  const settings = readSettings(domain, opened.link.settings, form, parts.selfHostedHosts)
  const { auth } = domain.provider
  const client = applicationOAuth(domain) && readClient(auth, form)
  const secrets = client || oauth ? '' : readFormSecrets(auth, form, name)
  const { link } = opened
  const context = { ...opened, link: changed(link, { tries: link.tries + 1 }) }
  // Counted before the vendor is asked, so that many forms at once count as well.
  if (!(await parts.store.connections.swap(link.version, context.link))) return overtaken(parts, secret)
  if (oauth) return (await beginAtVendor(parts, context, oauth, { secret, settings })) ?? overtaken(parts, secret)
  const browser = makeRandom()
  const candidate = client
    ? await requestByClient(parts, context, settings, client)
    : { settings, secrets, expires_at: null, seed: null }
  const reply = await ask(parts, context, hashToken(browser), { candidate, secret }, exchange)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': browserCookie(parts.baseUrl(), link, browser) } }
}

/** `POST /connect/<secret>`. */
const proceedRoute = (parts: ConnectParts): Route =>
  endpoint(parts, {
    method: 'POST',
    path: '/connect/:secret',
    renderError: renderError(parts),
    async handle(exchange): Promise<Outcome> {
      const { request, params, ip } = exchange
      const secret = params.secret ?? ''
      const form = await readForm(request)
      const context = await contextOf(parts, await findLink(parts, secret, ip))
      const again = (status: number, message: string) =>
        showLink(parts, exchange, context, secret, form, { status, message })
      if (!isFormProof(parts.baseUrl(), request.headers, form.get('proof')))
        return { reply: await again(403, foreignForm) }
      try {
        return { reply: await proceed(parts, exchange, context, form) }
      } catch (error) {
        if (error instanceof UnfitForm) return { reply: await again(400, error.message) }
        throw error
      }
    },
  })

/** `GET /connect/callback/<provider>`. */
const callbackRoute = (parts: ConnectParts): Route =>
  endpoint(parts, {
    method: 'GET',
    path: '/connect/callback/:provider',
    renderError: renderError(parts),
    async handle(exchange) {
      const query = readUrl(exchange.request.url).searchParams
      // Which of two states counts would be anybody's guess.
      if (new Set(query.keys()).size < query.size)
        throw new GatewayError('VALIDATION_ERROR', 'The answer of the sign-in is malformed. Open the link again.')
      return { reply: await comeBack(parts, exchange, query) }
    },
  })

const lost = () =>
  new GatewayError('FORBIDDEN', 'This page belongs to another browser, or was open for too long. Open the link again.')

/** What the person is asked about, if this browser may answer. Throws FORBIDDEN. */
const readAsking = async (
  parts: ConnectParts,
  { request }: Exchange,
  form: ReadonlyMap<string, string>,
  link: ConnectLink | undefined,
) => {
  const attempt = link?.attempt
  if (!link || (attempt?.phase !== 'asking' && attempt?.phase !== 'choosing')) throw lost()
  if (hasEnded(attempt, clock(parts)) || hasEnded(link, clock(parts))) throw lost()
  const { browser_hash } = attempt
  const proof = form.get('proof') ?? ''
  if (!isSameBrowser(parts.baseUrl(), link, request.headers, browser_hash)) throw lost()
  if (!isSameSecret(proof, hashToken(proofOf(browser_hash)))) throw lost()
  const opened = parts.vault.open(attempt.sealed, attemptBinding(link)).catch((error) => {
    throw error instanceof VaultError ? lost() : error
  })
  const asking: Asking = JSON.parse(await opened)
  return { link, asking, phase: attempt.phase }
}

/** The end of a link that is connected: somebody clicked twice. It names nobody, as it may be another browser. */
const alreadyConnected = async (parts: ConnectParts, link: ConnectLink | undefined): Promise<Reply | undefined> =>
  link?.status === 'connected' ? endOf(parts, await contextOf(parts, link), null) : undefined

/** `POST /connect/confirm`: the person's answer. */
const confirmRoute = (parts: ConnectParts): Route =>
  endpoint(parts, {
    method: 'POST',
    path: '/connect/confirm',
    renderError: renderError(parts),
    async handle(exchange): Promise<Outcome> {
      const form = await readForm(exchange.request)
      const find = () => parts.store.connections.get(form.get('connect_id') ?? '')
      const found = await find()
      const done = await alreadyConnected(parts, found)
      if (done) return { reply: done }
      const { link, asking, phase } = await readAsking(parts, exchange, form, found)
      const context = await contextOf(parts, link)
      const decision = form.get('decision')
      if (decision !== 'connect' && decision !== 'choose') return { reply: await decline(parts, context, asking) }
      // What is still open can't be stored.
      if (decision === 'choose' || phase === 'choosing')
        return { reply: await choose(parts, context, asking, form, exchange) }
      const reply = await storeConnection(parts, context, asking)
      if (!reply) return { reply: (await alreadyConnected(parts, await find())) ?? overtaken(parts, asking.secret) }
      return { reply, auditEvent: { action: 'connect_account', tenant: link.tenant, key: auditKey(link) } }
    },
  })

/** People connect their accounts by these pages. The fixed paths come before the path with the secret. */
export const connectRoutes = (parts: ConnectParts): readonly Route[] => [
  callbackRoute(parts),
  confirmRoute(parts),
  openRoute(parts),
  proceedRoute(parts),
]
