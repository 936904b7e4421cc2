import { link, optional, type Pointer, pattern, Type, text } from '@patchbay/core/provider'

/** https://www.twilio.com/docs/glossary/what-e164 */
export const number = pattern('^\\+[1-9][0-9]{1,14}$', 16, 'Phone number in E.164, e.g. +15552220123')

/** https://www.twilio.com/docs/glossary/what-is-a-sid */
export const sid = (prefix: string, description: string) => pattern(`^${prefix}[0-9a-fA-F]{32}$`, 34, description)

const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T00:00:00Z'] })
export const between = optional({
  after: moment('Only items at or after this time (ISO 8601)'),
  before: moment('Only items at or before this time (ISO 8601)'),
})

/** https://www.twilio.com/docs/usage/twilios-response#pagination; the page after the last has no URI. */
export const listed = (items: Pointer, next: Pointer = '/next_page_uri') =>
  link({ items, next, size: { into: 'PageSize', max: 1000 } })

/** The members that every answer of Twilio's has; others pass unchanged. */
export const thing = Type.Object({ sid: Type.String() })

export const people = {
  /** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource: E.164, or the address of a channel. */
  to: pattern(
    '^(?:\\+[1-9][0-9]{1,14}|[a-z][a-z0-9_-]*:\\S+)$',
    100,
    'Whom it goes to, with the country code, e.g. +15552220123 or whatsapp:+15552220123',
  ),
  from: text(100, 'Whom it comes from'),
}
