import type { ConnectLink } from '@patchbay/core/store'
import type { EndpointOutcome } from '../../forms/endpoint.ts'
import { redirect } from '../../forms/redirect.ts'
import type { Exchange, Reply } from '../../http/exchange.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { loadLinkContext, TenantOfLink } from '../context.ts'
import { readLinkState } from '../life/link-state.ts'
import { buildConnectPath } from '../link.ts'
import { moveLink } from '../move-link.ts'
import { failAttempt } from '../outcomes/fail-attempt.ts'
import { renderConnected, renderReopened } from '../outcomes/render-page.ts'
import { type AskedLink, isAskedBrowser, readAskedLink } from './asked-link.ts'
import { applyChoice } from './choose.ts'
import { confirmAccount } from './confirm.ts'

type Form = ReadonlyMap<string, string>

/** The last page again, for the browser that connected the link: the person clicked twice. Ids of links are not secrets. */
const showConnectedAgain = async (
  parts: ConnectParts,
  { request }: Exchange,
  form: Form,
  link: ConnectLink | undefined,
): Promise<Reply | undefined> =>
  link?.status === 'connected' && isAskedBrowser(parts, request, form, link)
    ? renderConnected(parts, await loadLinkContext(parts, link), { identity: null })
    : undefined

/** Carries out the person's answer. `undefined`: somebody else changed the link. */
const applyAnswer = async (
  parts: ConnectParts,
  question: AskedLink,
  form: Form,
  exchange: Exchange,
): Promise<EndpointOutcome | undefined> => {
  const { link, access } = question
  try {
    const context = await loadLinkContext(parts, link)
    const decision = form.get('decision')
    if (decision !== 'connect' && decision !== 'choose') {
      await moveLink(parts, link, { kind: 'decline' })
      return { reply: redirect(buildConnectPath(access.secret)) }
    }
    // An account with open choices can't be stored.
    if (decision === 'choose' || readLinkState(link) === 'choosing')
      return { reply: await applyChoice(parts, context, access, form, exchange) }
    return await confirmAccount(parts, question, exchange)
  } catch (error) {
    if (!(error instanceof TenantOfLink)) throw error
    const { secret, candidate } = access
    const failure = { reason: error.message, code: 'CONFLICT', secret, candidate, ...exchange } as const
    return { reply: await failAttempt(parts, link, failure) }
  }
}

/** Handles the form that asks which account is meant, or whether it is the right one. Throws FORBIDDEN. */
export const answerQuestion = async (parts: ConnectParts, exchange: Exchange, form: Form): Promise<EndpointOutcome> => {
  const findLink = () => parts.store.connections.get(form.get('connect_id') ?? '')
  const link = await findLink()
  const again = await showConnectedAgain(parts, exchange, form, link)
  if (again) return { reply: again }
  const question = await readAskedLink(parts, exchange.request, form, link)
  exchange.hasKnownSecret = true
  const outcome = await applyAnswer(parts, question, form, exchange)
  if (outcome) return outcome
  const meanwhile = await showConnectedAgain(parts, exchange, form, await findLink())
  return { reply: meanwhile ?? renderReopened(parts, question.access.secret) }
}
