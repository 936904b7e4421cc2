import { list, offset, optional, read, Type, write } from '@patchbay/core/provider'
import { email, range } from './parameters.ts'

const pages = offset({ items: '', into: 'offset', size: { into: 'limit', max: 500 } })

/** https://www.twilio.com/docs/sendgrid/api-reference/bounces-api/retrieve-all-bounces */
export const list_bounces = read('GET /v3/suppression/bounces', {
  description: 'List addresses that bounced, with the reason; nothing more is sent to them',
  synonyms: ['undelivered', 'failed mails', 'suppressed'],
  params: { ...range, email: optional(email) },
  pages,
})

/** https://www.twilio.com/docs/sendgrid/api-reference/bounces-api/delete-a-bounce */
export const delete_bounce = write('DELETE /v3/suppression/bounces/{email}', {
  description: 'Remove an address from the bounce list, so that it receives email again',
  answers: Type.Null(),
  synonyms: ['remove', 'unsuppress'],
  is: ['deletes'],
  idempotent: true,
  params: { email },
})

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-global-suppressions/retrieve-all-global-suppressions */
export const list_unsubscribes = read('GET /v3/suppression/unsubscribes', {
  description: 'List addresses that want no mail at all',
  synonyms: ['opted out', 'suppressed', 'global suppressions'],
  params: { ...range, email: optional(email) },
  pages,
})

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-global-suppressions/add-recipient-addresses-to-the-global-suppression-group */
export const unsubscribe = write('POST /v3/asm/suppressions/global', {
  description: 'Unsubscribe addresses from all mails',
  synonyms: ['opt out', 'suppress', 'block'],
  is: [],
  idempotent: true,
  params: { emails: list(email, { min: 1, max: 1000, description: 'E-mail addresses' }) },
  rename: { emails: 'recipient_emails' },
  result: Type.Object({ recipient_emails: Type.Array(Type.String()) }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-global-suppressions/delete-a-global-suppression */
export const resubscribe = write('DELETE /v3/asm/suppressions/global/{email}', {
  description: 'Subscribe an address again that had unsubscribed from all mails',
  answers: Type.Null(),
  synonyms: ['opt in', 'unsuppress'],
  // Mails that were held back reach the address from then on.
  is: ['sends'],
  roles: { recipient: ['/email'] },
  idempotent: true,
  params: { email },
})

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-unsubscribe-groups/retrieve-all-suppression-groups-associated-with-the-user */
export const list_unsubscribe_groups = read('GET /v3/asm/groups', {
  description: 'List the unsubscribe groups: kinds of mail that recipients can refuse',
  synonyms: ['topics', 'preferences', 'asm', 'suppression groups'],
  ttl: '5m',
  params: {},
  result: Type.Array(Type.Object({ id: Type.Number(), name: Type.String() })),
})
