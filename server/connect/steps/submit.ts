import { nameAlternative } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { type ConnectLink, hashToken } from '@patchbay/core/store'
import { foreignForm, isFormProof, makeFormProof } from '../../forms/form-proof.ts'
import type { Exchange, Reply } from '../../http/exchange.ts'
import type { VerifiedAccount } from '../account/candidate.ts'
import { readClient, readFormSecrets, readSettings, secretFields, settingFields, UnfitForm } from '../account/fields.ts'
import { browserCookie } from '../browser.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import {
  applicationOAuth,
  configuredAccount,
  describeScope,
  findTypedAuth,
  findVendorOAuth,
  type LinkContext,
  loadLinkContext,
  personalOAuth,
  type VendorOAuth,
} from '../context.ts'
import { makeRandom } from '../link.ts'
import { moveLink } from '../move-link.ts'
import { askForConfirmation } from '../outcomes/ask.ts'
import { describeUnfit } from '../outcomes/fail-attempt.ts'
import { renderReopened } from '../outcomes/render-page.ts'
import type { FormProblem } from '../pages/link-page.ts'
import { openPage } from '../pages/open-page.ts'
import { beginAtVendor } from '../sign-in/begin.ts'
import { requestByClient } from '../sign-in/exchange.ts'

/**
 * The provider for which the form is: where it also takes sign-ins but there is no application, with what it takes instead. `auth`: the name
 * under which that is stored.
 */
const chooseForm = (
  domain: Domain,
  oauth: VendorOAuth | undefined,
): { readonly domain: Domain; readonly auth?: string } => {
  const auth = oauth || !personalOAuth(domain) ? undefined : findTypedAuth(domain)
  if (!auth) return { domain }
  return {
    ...nameAlternative(domain.provider.auth, auth),
    domain: { ...domain, provider: { ...domain.provider, auth } },
  }
}

/** The page of a link, with its form. */
export const showForm = async (
  parts: ConnectParts,
  { request, params }: Exchange,
  context: LinkContext,
  form: ReadonlyMap<string, string> = new Map(),
  error?: FormProblem,
): Promise<Reply> => {
  const { link } = context
  const oauth = await findVendorOAuth(parts, context)
  const { domain } = chooseForm(context.domain, oauth)
  const fields = [
    ...settingFields(domain, link.settings, form, configuredAccount(context)?.settings),
    ...(oauth ? [] : secretFields(domain.provider, form)),
  ]
  const { proof, cookie } = makeFormProof(parts.baseUrl(), request.headers)
  const scopes = oauth?.scopes.map((name) => ({ name, sentence: describeScope(oauth.declared, name) }))
  const secret = params.secret ?? ''
  return openPage({
    ...context,
    brand: parts.brand,
    proof,
    cookie,
    secret,
    fields,
    scopes,
    error,
    now: readClock(parts),
  })
}

/** The form again after the vendor was asked; where the vendor refused the secret, its field is marked. */
const showRefusal = (
  parts: ConnectParts,
  exchange: Exchange,
  context: LinkContext,
  form: ReadonlyMap<string, string>,
  { reason, isRefused }: VerifiedAccount,
): Promise<Reply> => {
  const { domain } = chooseForm(context.domain, undefined)
  const secrets = secretFields(domain.provider).filter(({ isSecret }) => isSecret)
  const fields = isRefused ? secrets.map(({ name }) => name) : []
  return showForm(parts, exchange, context, form, { status: 502, message: `${reason}.`, fields })
}

/** Handles a valid form: sends the person to the vendor, or asks whether the key's account is the right one. */
const proceed = async (
  parts: ConnectParts,
  exchange: Exchange,
  opened: LinkContext,
  form: ReadonlyMap<string, string>,
): Promise<Reply> => {
  const secret = exchange.params.secret ?? ''
  const oauth = await findVendorOAuth(parts, opened)
  const { domain, auth } = chooseForm(opened.domain, oauth)
  const settings = readSettings(domain, opened.link.settings, form, parts.selfHostedHosts)
  const { provider } = domain
  const client = !oauth && applicationOAuth(domain) ? readClient(provider, form) : undefined
  const secrets = client || oauth ? '' : readFormSecrets(provider, form, auth)
  // Counted before the vendor is asked, so that many forms at once count as well.
  const moved = await moveLink(parts, opened.link, { kind: 'submit' })
  if (!moved) return renderReopened(parts, secret)
  const { link } = moved
  const context = { ...opened, link }
  if (oauth) return beginAtVendor(parts, context, oauth, { secret, settings })
  const browser = makeRandom()
  const candidate = client
    ? await requestByClient(parts, context, settings, client)
    : { settings, secrets, expires_at: null, seed: null }
  const again = (refusal: VerifiedAccount) => showRefusal(parts, exchange, context, form, refusal)
  const reply = await askForConfirmation(parts, context, hashToken(browser), { candidate, secret }, exchange, again)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': browserCookie(parts.baseUrl(), link, browser) } }
}

/** Handles the form of a link. The person sees it again, with the reason, if it isn't valid. */
export const submitForm = async (
  parts: ConnectParts,
  exchange: Exchange,
  link: ConnectLink,
  form: ReadonlyMap<string, string>,
): Promise<Reply> => {
  const context = await loadLinkContext(parts, link)
  const again = (error: FormProblem) => showForm(parts, exchange, context, form, error)
  if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof')))
    return again({ status: 403, message: foreignForm })
  try {
    return await proceed(parts, exchange, context, form)
  } catch (error) {
    if (!(error instanceof UnfitForm)) throw error
    const { message, field } = error
    const shown = await again({ status: 400, message, fields: field === undefined ? [] : [field] })
    return { ...shown, log: describeUnfit(link, error) }
  }
}
