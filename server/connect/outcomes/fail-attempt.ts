import type { ConnectLink } from '@patchbay/core/store'
import type { Reply } from '../../http/exchange.ts'
import type { AccountCandidate } from '../account/candidate.ts'
import type { UnfitForm } from '../account/fields.ts'
import type { ConnectParts } from '../connect-parts.ts'
import type { FailureCode } from '../life/link-event.ts'
import { auditKey, toLinkRequester } from '../link.ts'
import { moveLink } from '../move-link.ts'
import { renderFailure } from './render-page.ts'

interface Failure {
  /** The reason for administrators, and for the person if `shown` is unset. */
  readonly reason: string
  readonly shown?: string
  /** Unset: the vendor's answer was the reason. */
  readonly code?: FailureCode
  readonly secret: string
  readonly ip: string
  readonly requestId: string
  /** Makes the page that shows the reason; unset: a page that leads back to the link. */
  readonly show?: (() => Promise<Reply>) | undefined
  /** The access that the vendor gave despite the failure. */
  readonly candidate?: AccountCandidate | undefined
}

/** Writes a failure into the audit log, and shows it. */
export const tellFailure = async (
  parts: ConnectParts,
  link: ConnectLink,
  { reason, shown = reason, code = 'UPSTREAM_ERROR', secret, ip, requestId, show }: Failure,
): Promise<Reply> => {
  const page = renderFailure(parts, link, secret, { reason: shown, code })
  const reply = show ? { ...(await show()), log: page.log } : page
  await parts.auditLog.record({
    tenant: link.tenant,
    action: 'connect_account',
    source: 'oauth',
    key: auditKey(link),
    outcome: 'error',
    code,
    status: reply.status,
    reason,
    ip,
    ...toLinkRequester(link, requestId),
    duration_ms: 0,
  })
  return { ...reply, log: { ...reply.log, reason } }
}

/** Ends an attempt. The link stays usable; its status says why, and the audit log has it. */
export const failAttempt = async (parts: ConnectParts, link: ConnectLink, failure: Failure): Promise<Reply> => {
  const { reason, code = 'UPSTREAM_ERROR', candidate } = failure
  const access = candidate && { candidate, identity: null }
  await moveLink(parts, link, { kind: 'fail', reason, code, access })
  return tellFailure(parts, link, failure)
}

/** The members of the log line for a form that the person can correct. */
export const describeUnfit = (link: ConnectLink, { message }: UnfitForm) => ({
  tenant: link.tenant,
  key: auditKey(link),
  code: 'VALIDATION_ERROR',
  reason: message,
})
