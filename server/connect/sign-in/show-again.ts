import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectLink } from '@patchbay/core/store'
import type { Reply } from '../../http/exchange.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import { openAttempt } from '../attempt.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { loadLinkContext } from '../context.ts'
import { readLinkState } from '../life/link-state.ts'
import { renderConnected, renderFailure, renderPage } from '../outcomes/render-page.ts'
import type { Sent } from './begin.ts'
import { refuseReturn, unknownReturn } from './find-return.ts'

/** Most exchanges take a second or two. Who came first may have died, too. */
const patienceMs = 8000
const pollMs = 200

const unfinishedReturn = () =>
  refuseReturn(
    'This sign-in was used before, and is not done yet. Open the link again, or load this page again in a moment.',
  )

/** The link as soon as the callback that came first has led somewhere. */
const waitForFirst = async (parts: ConnectParts, returned: ConnectLink): Promise<ConnectLink | undefined> => {
  let link: ConnectLink | undefined = returned
  const deadline = performance.now() + patienceMs
  while (link && readLinkState(link) === 'returned' && performance.now() < deadline) {
    await sleep(pollMs)
    link = await parts.store.connections.get(link.connect_id)
  }
  return link
}

/**
 * The page to which a sign-in has led, for the browser that came back with it once more: the person loaded the page again, or was sent
 * twice. The code isn't exchanged again. Throws FORBIDDEN where the sign-in has led to no page.
 */
export const showAgain = async (parts: ConnectParts, returned: ConnectLink): Promise<Reply> => {
  const before = returned.attempt
  const link = await waitForFirst(parts, returned)
  if (!link) throw unknownReturn()
  const state = readLinkState(link)
  if (state === 'returned') throw unfinishedReturn()
  const context = await loadLinkContext(parts, link)
  if (state === 'connected') return renderConnected(parts, context, { identity: null })
  if (link.attempt && (state === 'asking' || state === 'choosing')) {
    const access = await openAttempt<UnconfirmedAccess>(parts, link, link.attempt)
    const kind = state === 'asking' ? 'question' : 'choices'
    return renderPage(parts, context, access.secret, { kind, access })
  }
  if (state !== 'open' || link.status !== 'failed' || link.reason === null || !before) throw unknownReturn()
  const { secret } = await openAttempt<Sent>(parts, returned, before)
  return renderFailure(parts, link, secret, { reason: link.reason, code: 'UPSTREAM_ERROR' })
}
