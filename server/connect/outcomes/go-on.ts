import type { Reply } from '../../http/exchange.ts'
import type { ConnectParts } from '../connect-parts.ts'
import type { LinkContext } from '../context.ts'
import type { LinkEvent } from '../life/link-event.ts'
import { moveLink } from '../move-link.ts'
import { renderPage, renderReopened } from './render-page.ts'

/** Advances the link, and shows the page to which the event leads, or that the link was opened again. */
export const goOn = async (
  parts: ConnectParts,
  context: LinkContext,
  secret: string,
  event: LinkEvent,
): Promise<Reply> => {
  const moved = await moveLink(parts, context.link, event)
  return moved?.page
    ? renderPage(parts, { ...context, link: moved.link }, secret, moved.page)
    : renderReopened(parts, secret)
}
