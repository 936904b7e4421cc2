import type { ConnectLink } from '@patchbay/core/store'
import { redirect } from '../../forms/redirect.ts'
import type { Reply } from '../../http/exchange.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import type { AccountCandidate } from '../account/candidate.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import { browserCookie, deriveConnectProof } from '../browser.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { configuredAccount, describeScope, type LinkContext, personalOAuth } from '../context.ts'
import type { NextPage } from '../life/next-page.ts'
import { auditKey, buildConnectPath, toAccountRef } from '../link.ts'
import { askPage } from '../pages/ask-page.ts'
import { choosePage } from '../pages/choose-page.ts'
import { connectedPage, sorryPage } from '../pages/end-pages.ts'
import { findIdentity } from './identity.ts'

type Shown<Kind extends NextPage['kind']> = Extract<NextPage, { kind: Kind }>

/** The page that offers several accounts. `error`: the reason why it is shown again. */
export const renderChoices = (
  { brand }: ConnectParts,
  context: LinkContext,
  { choices = {} }: AccountCandidate,
  error?: string,
): Reply =>
  choosePage({
    ...context,
    brand,
    choices,
    error,
    proof: deriveConnectProof(context.link.attempt?.browser_hash ?? ''),
    before: configuredAccount(context)?.settings ?? {},
  })

const renderQuestion = async (
  parts: ConnectParts,
  context: LinkContext,
  { access: { candidate, identity } }: Shown<'question'>,
): Promise<Reply> => {
  const { brand, store } = parts
  const { link, domain } = context
  const declared = personalOAuth(domain)
  const missing = candidate.missing ?? []
  const before = configuredAccount(context) ? ((await findIdentity(store, toAccountRef(link))) ?? null) : null
  return askPage({
    ...context,
    brand,
    proof: deriveConnectProof(link.attempt?.browser_hash ?? ''),
    identity,
    displayName: candidate.displayName,
    before: before === identity ? null : before,
    missing: missing.map((name) => ({ name, sentence: declared && describeScope(declared, name) })),
    ends: candidate.seed === null ? candidate.expires_at : null,
    now: readClock(parts),
  })
}

/** The page where the browser goes at the end. */
export const renderConnected = (
  { brand }: ConnectParts,
  context: LinkContext,
  owner: Pick<UnconfirmedAccess, 'identity'> & Pick<AccountCandidate, 'displayName'>,
): Reply => {
  const { return_url, connect_id } = context.link
  if (return_url === null) return connectedPage({ ...context, brand, ...owner })
  const url = new URL(return_url)
  url.searchParams.set('connect_id', connect_id)
  url.searchParams.set('status', 'connected')
  return redirect(url.href)
}

const failureStatus = { FORBIDDEN: 403, CONFLICT: 409, UPSTREAM_ERROR: 502 } as const

/** The page that says why an attempt has failed. */
export const renderFailure = (
  { brand }: ConnectParts,
  link: ConnectLink,
  secret: string,
  { reason, code }: Omit<Shown<'failure'>, 'kind'>,
): Reply => {
  const again = code === 'CONFLICT' ? undefined : buildConnectPath(secret)
  const page = sorryPage(brand, { status: failureStatus[code], message: `${reason}.`, again })
  return { ...page, log: { tenant: link.tenant, key: auditKey(link), code, reason } }
}

/** The page for an event that is stale. */
export const renderReopened = ({ brand }: ConnectParts, secret: string): Reply =>
  sorryPage(brand, {
    status: 409,
    message: pageTexts.links.openedAgain,
    again: buildConnectPath(secret),
  })

/** The page to which an event led. `context`: with the link after the event. */
export const renderPage = (
  parts: ConnectParts,
  context: LinkContext,
  secret: string,
  page: NextPage,
): Reply | Promise<Reply> => {
  switch (page.kind) {
    case 'form':
      return redirect(buildConnectPath(secret))
    case 'vendor':
      return redirect(page.url, browserCookie(parts.baseUrl(), context.link, page.browser))
    case 'choices':
      return renderChoices(parts, context, page.access.candidate)
    case 'question':
      return renderQuestion(parts, context, page)
    case 'connected':
      return renderConnected(parts, context, {
        identity: page.access.identity,
        displayName: page.access.candidate.displayName,
      })
    case 'failure':
      return renderFailure(parts, context.link, secret, page)
  }
}
