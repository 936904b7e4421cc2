import type { ConnectLink } from '@patchbay/core/store'
import { foreignForm, isFormProof, makeFormProof } from '../../forms/form-proof.ts'
import { redirect } from '../../forms/redirect.ts'
import type { Exchange, Reply } from '../../http/exchange.ts'
import { readUrl } from '../../http/read/queries.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { findTenant } from '../context.ts'
import { readLinkState } from '../life/link-state.ts'
import { buildConnectPath } from '../link.ts'
import { moveLink } from '../move-link.ts'
import { renderReopened } from '../outcomes/render-page.ts'
import { chooseProviderPage } from '../pages/choose-provider-page.ts'

/** Asks which of the link's providers is meant. Throws NOT_FOUND and TENANT_SUSPENDED, in words for the person. */
export const askForProvider = async (
  parts: ConnectParts,
  { request, params }: Exchange,
  link: ConnectLink,
  error?: { readonly status: number; readonly message: string },
): Promise<Reply> => {
  const tenant = await findTenant(parts, link)
  const { proof, cookie } = makeFormProof(parts.baseUrl(), request.headers)
  // Some may not be registered any more.
  const domains = (link.providers ?? []).flatMap((id) => parts.domains.get(id) ?? [])
  const secret = params.secret ?? ''
  const search = readUrl(request.url).searchParams.get('search')?.trim().slice(0, 100) ?? ''
  return chooseProviderPage({ brand: parts.brand, link, tenant, domains, search, proof, cookie, secret, error })
}

/** Notes the person's choice. An empty `provider`: the person wants another. `undefined`: the link is not for this provider. */
const chooseProvider = async (
  parts: ConnectParts,
  link: ConnectLink,
  secret: string,
  provider: string,
): Promise<Reply | undefined> => {
  if (provider !== '' && !link.providers?.includes(provider)) return undefined
  const event =
    provider === '' ? ({ kind: 'choose-another' } as const) : ({ kind: 'choose-provider', provider } as const)
  const moved = await moveLink(parts, link, event)
  return moved ? redirect(buildConnectPath(secret)) : renderReopened(parts, secret)
}

/** Handles the form in which the person chooses a provider, or asks to choose another. `undefined`: the form is another one. */
export const applyProviderChoice = async (
  parts: ConnectParts,
  exchange: Exchange,
  link: ConnectLink,
  form: ReadonlyMap<string, string>,
): Promise<Reply | undefined> => {
  const provider = form.get('decision') === 'another' ? '' : form.get('provider')
  if (!link.providers || (provider === undefined && readLinkState(link) !== 'unchosen')) return undefined
  const again = (status: number, message: string) => askForProvider(parts, exchange, link, { status, message })
  if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof'))) return again(403, foreignForm)
  const secret = exchange.params.secret ?? ''
  const reply = provider === undefined ? undefined : await chooseProvider(parts, link, secret, provider)
  return reply ?? again(400, pageTexts.chooseProvider.oneOfThese)
}
