import { GatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type ConnectLink, hashToken } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import { type EndpointOutcome, oauthEndpoint } from '../forms/endpoint.ts'
import { foreignForm, isFormProof, makeFormProof } from '../forms/form-proof.ts'
import { isSameSecret } from '../forms/is-same-secret.ts'
import { readForm } from '../forms/read-form.ts'
import { errorHeaders, type RequestError } from '../forms/request-error.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { readUrl } from '../http/read/queries.ts'
import { readClient, readFormSecrets, readSettings, secretFields, settingFields, UnfitForm } from './account/fields.ts'
import { browserCookie, deriveConnectProof, isSameBrowser } from './browser.ts'
import { type ConnectParts, readClock } from './connect-parts.ts'
import {
  applicationOAuth,
  describeScope,
  findLink,
  findTypedAuth,
  findVendorOAuth,
  knownAccount,
  type LinkContext,
  loadLinkContext,
  personalOAuth,
  TenantOfLink,
  UsedLink,
  type VendorOAuth,
} from './context.ts'
import { attemptBinding, changeLink, isLinkOver, makeRandom } from './link.ts'
import { openPage, sorryPage, usedLinkPage } from './pages.ts'
import { beginAtVendor } from './steps/begin.ts'
import { applyChoice } from './steps/choose.ts'
import { askForProvider, chooseProvider, needsProvider } from './steps/choose-provider.ts'
import { finishSignIn } from './steps/come-back.ts'
import { startOver } from './steps/end-link.ts'
import { requestByClient } from './steps/exchange.ts'
import { checkTakeover } from './steps/identity.ts'
import {
  type Asking,
  askForConfirmation,
  auditKey,
  buildFinalReply,
  declineAccount,
  describeUnfit,
  failAttempt,
  reopenedLinkPage,
  storeConnection,
  toLinkRequester,
} from './steps/settle.ts'

/** The page for everything that ends here. */
const renderError =
  ({ brand }: ConnectParts) =>
  (error: RequestError | GatewayError): Reply => {
    if (error instanceof UsedLink) return { ...usedLinkPage(brand), log: { code: error.code } }
    const message = /[.!]$/.test(error.message) ? error.message : `${error.message}.`
    const { headers: ofPage, ...page } = sorryPage(brand, { status: error.status, message })
    return { ...page, headers: { ...ofPage, ...errorHeaders(error) }, log: { code: error.code } }
  }

/** What the form is for: without a sign-in, the provider with the key that it takes instead. */
const chooseForm = (
  domain: Domain,
  oauth: VendorOAuth | undefined,
): { readonly domain: Domain; readonly name?: string } => {
  const typed = oauth || !personalOAuth(domain) ? undefined : findTypedAuth(domain)
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
  const oauth = await findVendorOAuth(parts, context)
  const { domain } = chooseForm(context.domain, oauth)
  const fields = [
    ...settingFields(domain, link.settings, form, knownAccount(context)?.settings),
    ...(oauth ? [] : secretFields(domain.provider.auth, form)),
  ]
  const { proof, cookie } = makeFormProof(parts.baseUrl(), request.headers)
  const scopes = oauth?.scopes.map((name) => ({ name, sentence: describeScope(oauth.declared, name) }))
  return openPage({ ...context, brand: parts.brand, proof, cookie, secret, fields, scopes, error })
}

/** `GET /connect/<secret>`. */
const openRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'GET',
    path: '/connect/:secret',
    renderError: renderError(parts),
    async handle(exchange) {
      const secret = exchange.params.secret ?? ''
      const link = await findLink(parts, exchange)
      if (needsProvider(link)) return { reply: await askForProvider(parts, exchange, link, secret) }
      const context = await loadLinkContext(parts, link)
      if (link.status === 'pending') {
        await parts.store.connections.swap(link.version, changeLink(link, { status: 'opened' }))
      }
      return { reply: await showLink(parts, exchange, context, secret) }
    },
  })

/** Handles a valid form: sends the person to the vendor, or asks whether the key's account is the right one. */
const proceed = async (
  parts: ConnectParts,
  exchange: Exchange,
  opened: LinkContext,
  form: ReadonlyMap<string, string>,
): Promise<Reply> => {
  const secret = exchange.params.secret ?? ''
  const oauth = await findVendorOAuth(parts, opened)
  const { domain, name } = chooseForm(opened.domain, oauth)
  const settings = readSettings(domain, opened.link.settings, form, parts.selfHostedHosts)
  const { auth } = domain.provider
  const client = applicationOAuth(domain) && readClient(auth, form)
  const secrets = client || oauth ? '' : readFormSecrets(auth, form, name)
  // Counted before the vendor is asked, so that many forms at once count as well.
  const link = await startOver(parts, opened.link)
  if (!link) return reopenedLinkPage(parts, secret)
  const context = { ...opened, link }
  if (oauth)
    return (await beginAtVendor(parts, context, oauth, { secret, settings })) ?? reopenedLinkPage(parts, secret)
  const browser = makeRandom()
  const candidate = client
    ? await requestByClient(parts, context, settings, client)
    : { settings, secrets, expires_at: null, seed: null }
  const reply = await askForConfirmation(parts, context, hashToken(browser), { candidate, secret }, exchange)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': browserCookie(parts.baseUrl(), link, browser) } }
}

/** Which provider is meant, of a link with several. `undefined`: the form is not about that. */
const readProviderChoice = async (
  parts: ConnectParts,
  exchange: Exchange,
  link: ConnectLink,
  form: ReadonlyMap<string, string>,
): Promise<Reply | undefined> => {
  const provider = form.get('decision') === 'another' ? '' : form.get('provider')
  if (!link.providers || (provider === undefined && !needsProvider(link))) return undefined
  const secret = exchange.params.secret ?? ''
  const again = (status: number, message: string) => askForProvider(parts, exchange, link, secret, { status, message })
  if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof'))) return again(403, foreignForm)
  const reply = provider === undefined ? undefined : await chooseProvider(parts, link, secret, provider)
  return reply ?? again(400, 'Choose one of these.')
}

/** `POST /connect/<secret>`. */
const proceedRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'POST',
    path: '/connect/:secret',
    renderError: renderError(parts),
    async handle(exchange): Promise<EndpointOutcome> {
      const { request, params } = exchange
      const secret = params.secret ?? ''
      const form = await readForm(exchange)
      const link = await findLink(parts, exchange)
      const choice = await readProviderChoice(parts, exchange, link, form)
      if (choice) return { reply: choice }
      const context = await loadLinkContext(parts, link)
      const again = (status: number, message: string) =>
        showLink(parts, exchange, context, secret, form, { status, message })
      if (!isFormProof(parts.baseUrl(), request.headers, form.get('proof')))
        return { reply: await again(403, foreignForm) }
      try {
        return { reply: await proceed(parts, exchange, context, form) }
      } catch (error) {
        if (error instanceof UnfitForm) {
          const log = describeUnfit(link, error)
          return { reply: { ...(await again(400, error.message)), log } }
        }
        throw error
      }
    },
  })

/** `GET /connect/callback/<provider>`. */
const callbackRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'GET',
    path: '/connect/callback/:provider',
    renderError: renderError(parts),
    async handle(exchange) {
      const query = readUrl(exchange.request.url).searchParams
      // With two states, it is unclear which one counts.
      if (new Set(query.keys()).size < query.size)
        throw new GatewayError('VALIDATION_ERROR', 'The answer of the sign-in is malformed. Open the link again.')
      return { reply: await finishSignIn(parts, exchange, query) }
    },
  })

const lost = () =>
  new GatewayError('FORBIDDEN', 'This page belongs to another browser, or was open for too long. Open the link again.')

/** Whether the form comes from the browser that was asked, by its cookie and the proof that only its page has. */
const isAskedBrowser = (
  { baseUrl }: ConnectParts,
  { headers }: Request,
  form: ReadonlyMap<string, string>,
  link: ConnectLink,
): boolean => {
  const browserHash = link.attempt?.browser_hash
  if (browserHash === undefined || !isSameBrowser(baseUrl(), link, headers, browserHash)) return false
  return isSameSecret(form.get('proof') ?? '', hashToken(deriveConnectProof(browserHash)))
}

/** The attempt that the person is asked about, if this browser may answer. Throws FORBIDDEN. */
const readAsking = async (
  parts: ConnectParts,
  { request }: Exchange,
  form: ReadonlyMap<string, string>,
  link: ConnectLink | undefined,
) => {
  const attempt = link?.attempt
  if (!link || (attempt?.phase !== 'asking' && attempt?.phase !== 'choosing')) throw lost()
  if (isLinkOver(attempt, readClock(parts)) || isLinkOver(link, readClock(parts))) throw lost()
  if (!isAskedBrowser(parts, request, form, link)) throw lost()
  const opened = parts.vault.open(attempt.sealed, attemptBinding(link)).catch((error) => {
    throw error instanceof VaultError ? lost() : error
  })
  const asking: Asking = JSON.parse(await opened)
  return { link, asking, phase: attempt.phase }
}

/** The last page again, for the browser that connected the link: the person clicked twice. Ids of links are not secrets. */
const alreadyConnected = async (
  parts: ConnectParts,
  { request }: Exchange,
  form: ReadonlyMap<string, string>,
  link: ConnectLink | undefined,
): Promise<Reply | undefined> =>
  link?.status === 'connected' && isAskedBrowser(parts, request, form, link)
    ? buildFinalReply(parts, await loadLinkContext(parts, link), { identity: null })
    : undefined

/** The person said yes. `undefined`: somebody else changed the link. */
const settleConfirmed = async (
  parts: ConnectParts,
  link: ConnectLink,
  asking: Asking,
  exchange: Exchange,
): Promise<EndpointOutcome | undefined> => {
  for (;;) {
    const context = await loadLinkContext(parts, link)
    // Somebody may have connected the account while the person was asked.
    const { fault, seen } = await checkTakeover(parts, context, asking)
    if (fault !== undefined) {
      const { secret, candidate } = asking
      const failure = { reason: fault, code: 'FORBIDDEN', secret, candidate, ...exchange } as const
      return { reply: await failAttempt(parts, link, failure) }
    }
    const reply = await storeConnection(parts, context, asking, seen)
    if (reply) {
      const { token_id, request_id } = toLinkRequester(link, exchange.requestId)
      const by = { ...(token_id !== null && { tokenId: token_id }), requestId: request_id }
      return { reply, auditEvent: { action: 'connect_account', tenant: link.tenant, key: auditKey(link), ...by } }
    }
    const now = await parts.store.connections.get(link.connect_id)
    // Otherwise the account was changed, and it is looked at again.
    if (now?.version !== link.version) return undefined
  }
}

/** What the person's answer to the question comes to. */
const answerAsking = async (
  parts: ConnectParts,
  { link, asking, phase }: Awaited<ReturnType<typeof readAsking>>,
  form: ReadonlyMap<string, string>,
  exchange: Exchange,
): Promise<EndpointOutcome | undefined> => {
  try {
    const context = await loadLinkContext(parts, link)
    const decision = form.get('decision')
    if (decision !== 'connect' && decision !== 'choose') return { reply: await declineAccount(parts, context, asking) }
    // An account with open choices can't be stored.
    if (decision === 'choose' || phase === 'choosing')
      return { reply: await applyChoice(parts, context, asking, form, exchange) }
    return await settleConfirmed(parts, link, asking, exchange)
  } catch (error) {
    if (!(error instanceof TenantOfLink)) throw error
    const { secret, candidate } = asking
    const failure = { reason: error.message, code: 'CONFLICT', secret, candidate, ...exchange } as const
    return { reply: await failAttempt(parts, link, failure) }
  }
}

/** `POST /connect/confirm`. */
const confirmRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'POST',
    path: '/connect/confirm',
    renderError: renderError(parts),
    async handle(exchange): Promise<EndpointOutcome> {
      const form = await readForm(exchange)
      const find = () => parts.store.connections.get(form.get('connect_id') ?? '')
      const found = await find()
      const done = await alreadyConnected(parts, exchange, form, found)
      if (done) return { reply: done }
      const asked = await readAsking(parts, exchange, form, found)
      exchange.hasKnownSecret = true
      const answered = await answerAsking(parts, asked, form, exchange)
      if (answered) return answered
      const meanwhile = await alreadyConnected(parts, exchange, form, await find())
      return { reply: meanwhile ?? reopenedLinkPage(parts, asked.asking.secret) }
    },
  })

/** People connect their accounts by these pages. The fixed paths come before the path with the secret. */
export const connectRoutes = (parts: ConnectParts): readonly HttpRoute[] => [
  callbackRoute(parts),
  confirmRoute(parts),
  openRoute(parts),
  proceedRoute(parts),
]
