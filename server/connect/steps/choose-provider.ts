import type { ConnectLink } from '@patchbay/core/store'
import { makeFormProof } from '../../forms/form-proof.ts'
import { redirect } from '../../forms/redirect.ts'
import type { Exchange, Reply } from '../../http/exchange.ts'
import { chooseProviderPage } from '../choose-provider-page.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { findTenant } from '../context.ts'
import { startOver } from './end-link.ts'
import { buildConnectPath, reopenedLinkPage } from './settle.ts'

/** Whether the person still has to choose one of several providers. */
export const needsProvider = ({ provider }: Pick<ConnectLink, 'provider'>): boolean => provider === ''

/** Asks which of the link's providers is meant. Throws NOT_FOUND and TENANT_SUSPENDED, in words for the person. */
export const askForProvider = async (
  parts: ConnectParts,
  { request }: Exchange,
  link: ConnectLink,
  secret: string,
  error?: { readonly status: number; readonly message: string },
): Promise<Reply> => {
  const tenant = await findTenant(parts, link)
  const { proof, cookie } = makeFormProof(parts.baseUrl(), request.headers)
  // Some may not be registered any more.
  const domains = (link.providers ?? []).flatMap((id) => parts.domains.get(id) ?? [])
  return chooseProviderPage({ brand: parts.brand, link, tenant, domains, proof, cookie, secret, error })
}

/**
 * The person has chosen a provider, or with an empty `provider` wants to choose another. A try that is under way ends, with what the
 * vendor gave for it. `undefined`: the link is not for this provider.
 */
export const chooseProvider = async (
  parts: ConnectParts,
  link: ConnectLink,
  secret: string,
  provider: string,
): Promise<Reply | undefined> => {
  if (provider !== '' && !link.providers?.includes(provider)) return undefined
  const chosen = await startOver(parts, link, { status: 'opened', reason: null, attempt: null, provider })
  return chosen ? redirect(buildConnectPath(secret)) : reopenedLinkPage(parts, secret)
}
