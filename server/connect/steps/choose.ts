import { GatewayError } from '@patchbay/core/errors'
import type { Reply } from '../../http/exchange.ts'
import type { AccountCandidate } from '../account/candidate.ts'
import { checkSettings, UnfitForm } from '../account/fields.ts'
import { readChosenSettings } from '../account/reported-settings.ts'
import { deriveConnectProof } from '../browser.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { knownAccount, type LinkContext } from '../context.ts'
import { changeLink, mostTries } from '../link.ts'
import { choosePage } from '../pages.ts'
import { type Asking, askForConfirmation, describeUnfit, endUnheld, keepAttempt, reopenedLinkPage } from './settle.ts'

const renderChoices = (
  { brand }: ConnectParts,
  context: LinkContext,
  browserHash: string,
  { choices = {} }: AccountCandidate,
  error?: string,
): Reply =>
  choosePage({
    ...context,
    brand,
    choices,
    error,
    proof: deriveConnectProof(browserHash),
    before: knownAccount(context)?.settings ?? {},
  })

/** Keeps the candidate sealed, and asks the person which of several accounts is meant. */
export const askForChoice = async (
  parts: ConnectParts,
  context: LinkContext,
  browserHash: string,
  { candidate, secret }: Pick<Asking, 'candidate' | 'secret'>,
): Promise<Reply> => {
  const asking: Asking = { secret, candidate, identity: null }
  if (await keepAttempt(parts, context.link, 'choosing', browserHash, asking))
    return renderChoices(parts, context, browserHash, candidate)
  await endUnheld(parts, context.link, asking)
  return reopenedLinkPage(parts, secret)
}

/** The person has chosen. Somebody who goes back from the question may choose another. */
export const applyChoice = async (
  parts: ConnectParts,
  context: LinkContext,
  { candidate, secret }: Asking,
  form: ReadonlyMap<string, string>,
  from: { readonly ip: string; readonly requestId: string },
): Promise<Reply> => {
  const { link, domain } = context
  const browserHash = link.attempt?.browser_hash ?? ''
  if (link.tries >= mostTries) throw new GatewayError('NOT_FOUND', 'This link was tried too often.')
  try {
    const settings = readChosenSettings(candidate.settings, candidate.choices ?? {}, form)
    checkSettings(domain, settings, parts.selfHostedHosts)
    // Counted before the vendor is asked, so that many forms at once count as well.
    const counted = changeLink(link, { tries: link.tries + 1 })
    if (!(await parts.store.connections.swap(link.version, counted))) return reopenedLinkPage(parts, secret)
    const chosen = { candidate: { ...candidate, settings }, secret }
    return await askForConfirmation(parts, { ...context, link: counted }, browserHash, chosen, from)
  } catch (error) {
    if (error instanceof UnfitForm) {
      const page = renderChoices(parts, context, browserHash, candidate, error.message)
      return { ...page, log: describeUnfit(link, error) }
    }
    throw error
  }
}
