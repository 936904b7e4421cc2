import { GatewayError } from '@patchbay/core/errors'
import type { Reply } from '../../http/exchange.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { checkSettings, UnfitForm } from '../account/fields.ts'
import { readChosenSettings } from '../account/reported-settings.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import type { ConnectParts } from '../connect-parts.ts'
import type { LinkContext } from '../context.ts'
import { mostTries } from '../link.ts'
import { moveLink } from '../move-link.ts'
import { askForConfirmation } from '../outcomes/ask.ts'
import { describeUnfit } from '../outcomes/fail-attempt.ts'
import { renderChoices, renderReopened } from '../outcomes/render-page.ts'

/** The person has chosen. Somebody who goes back from the question may choose another. */
export const applyChoice = async (
  parts: ConnectParts,
  context: LinkContext,
  { candidate, secret }: UnconfirmedAccess,
  form: ReadonlyMap<string, string>,
  from: { readonly ip: string; readonly requestId: string },
): Promise<Reply> => {
  const { link, domain } = context
  if (link.tries >= mostTries) throw new GatewayError('NOT_FOUND', pageTexts.links.triedTooOften)
  try {
    const settings = readChosenSettings(candidate.settings, candidate.choices ?? {}, form)
    checkSettings(domain, settings, parts.selfHostedHosts)
    // Counted before the vendor is asked, so that many forms at once count as well.
    const moved = await moveLink(parts, link, { kind: 'choose' })
    if (!moved) return renderReopened(parts, secret)
    const chosen = { candidate: { ...candidate, settings }, secret }
    const browserHash = link.attempt?.browser_hash ?? ''
    return await askForConfirmation(parts, { ...context, link: moved.link }, browserHash, chosen, from)
  } catch (error) {
    if (error instanceof UnfitForm) {
      return { ...renderChoices(parts, context, candidate, error.message), log: describeUnfit(link, error) }
    }
    throw error
  }
}
