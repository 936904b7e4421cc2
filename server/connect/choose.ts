import { GatewayError } from '@patchbay/core/errors'
import type { Reply } from '../http/exchange.ts'
import { proofOf } from './browser.ts'
import type { Candidate } from './candidate.ts'
import type { ConnectParts } from './connect-parts.ts'
import { knownAccount, type LinkContext } from './context.ts'
import { checkSettings, UnfitForm } from './fields.ts'
import { changed, mostTries } from './link.ts'
import { choosePage } from './pages.ts'
import { type Asking, ask, keepAttempt, overtaken } from './settle.ts'
import { chosenSettings } from './told-settings.ts'

const pageOf = (
  { brand }: ConnectParts,
  context: LinkContext,
  browserHash: string,
  { choices = {} }: Candidate,
  error?: string,
): Reply =>
  choosePage({
    ...context,
    ...{ brand, choices, error },
    proof: proofOf(browserHash),
    before: knownAccount(context)?.settings ?? {},
  })

/** Keeps the candidate sealed, and asks the person which of several accounts is meant. */
export const letChoose = async (
  parts: ConnectParts,
  context: LinkContext,
  browserHash: string,
  { candidate, secret }: Pick<Asking, 'candidate' | 'secret'>,
): Promise<Reply> =>
  (await keepAttempt(parts, context.link, 'choosing', browserHash, { secret, candidate, identity: null }))
    ? pageOf(parts, context, browserHash, candidate)
    : overtaken(parts, secret)

/** The person has chosen. Somebody who goes back from the question may choose another. */
export const choose = async (
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
    const settings = chosenSettings(candidate.settings, candidate.choices ?? {}, form)
    checkSettings(domain, settings, parts.selfHostedHosts)
    // Counted before the vendor is asked, so that many forms at once count as well.
    const counted = changed(link, { tries: link.tries + 1 })
    if (!(await parts.store.connections.swap(link.version, counted))) return overtaken(parts, secret)
    const chosen = { candidate: { ...candidate, settings }, secret }
    return await ask(parts, { ...context, link: counted }, browserHash, chosen, from)
  } catch (error) {
    if (error instanceof UnfitForm) return pageOf(parts, context, browserHash, candidate, error.message)
    throw error
  }
}
