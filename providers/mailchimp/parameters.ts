import { createHash } from 'node:crypto'
import { integer, offset, type Pointer, Type, text } from '@patchbay/core/provider'

export const list_id = text(50, 'Id of the audience: list_audiences lists them')
export const campaign_id = text(50, 'Id of the campaign')
export const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address of the member',
  examples: ['ada@example.com'],
})
export const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T00:00:00Z'] })
export const segment_id = integer('Id of a segment of the audience')

/** A member's id is the MD5 of the address in lower case: https://mailchimp.com/developer/marketing/docs/methods-parameters/#path-parameters */
export const toMemberId = (address: string): string => createHash('md5').update(address.toLowerCase()).digest('hex')

/** The members that every answer of Mailchimp's has; others pass unchanged. */
export const thing = Type.Object({ id: Type.String() })

/** https://mailchimp.com/developer/marketing/docs/methods-parameters/#pagination */
export const listed = (items: Pointer) =>
  offset({ items, total: '/total_items', into: 'offset', size: { into: 'count', max: 1000 } })
