import type { ActionClass, RolePlace, Roles } from '../provider/index.ts'
import { isInviting } from './derive-classes.ts'
import type { SliceAction, SliceParameter } from './slice/slice.ts'

/*
 * The roles of a document's write by its name and parameters, where both leave no doubt. A rule lets a call pass by what it can judge, so a
 * role is derived only if no other parameter may hold the same: what isn't certain has no role, and counts against the call.
 */

/** A parameter as callers name it, and as the document does. */
interface NamedParameter extends Pick<SliceParameter, 'schema'> {
  readonly name: string
  readonly as: string
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The names of people and addresses in a message, and in an invitation. */
const addressed = /^(?:to|cc|bcc|recipients?)$/
const invited = /^(?:emails?|emailaddress(?:es)?|username|userids?|inviteeids?|inviteeemails?|invitees?)$/
/** Parameters that may name a recipient of any kind; a sender receives nothing. */
const mayBePerson =
  /mail|user|invitee|person|people|member|recipient|phone|contact|customer|(?:guest|attendee)s?$|^to$|^b?cc$/
const isSender = /^(?:from|sender|replyto)/

const messages = /(?:^|_)(?:messages?|sms|mms|e?mails?|fax(?:es)?)(?:_|$)/

/** Texts or numbers of ids, one or several. */
const isPlain = ({ schema }: NamedParameter): boolean => {
  const { type, items } = Object(schema) as { readonly type?: unknown; readonly items?: { readonly type?: unknown } }
  const plain: readonly unknown[] = ['string', 'integer']
  return plain.includes(type) || (type === 'array' && plain.includes(items?.type))
}

const place = ({ name }: NamedParameter): RolePlace => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const findRecipients = (
  action: string,
  is: readonly ActionClass[],
  parameters: readonly NamedParameter[],
): readonly NamedParameter[] => {
  if (!is.includes('sends') && !is.includes('shares')) return []
  const invites = isInviting(action)
  if (!invites && !messages.test(action)) return []
  const named = invites ? invited : addressed
  const people = parameters.filter(({ as }) => mayBePerson.test(fold(as)) && !isSender.test(fold(as)))
  return people.every((one) => named.test(fold(one.as)) && isPlain(one)) ? people : []
}

/** Phrases of documents for an amount in whole minor units. */
const minorUnit = /smallest currency unit|minor units?\b/i

const findAmount = (is: readonly ActionClass[], parameters: readonly NamedParameter[]): Roles['amount'] => {
  const amounts = parameters.filter(({ as }) => /amount/.test(fold(as)))
  const amount = amounts.find(({ as }) => as === 'amount')
  const currency = parameters.find(({ as }) => as === 'currency')
  const { type, description } = Object(amount?.schema) as { readonly type?: unknown; readonly description?: unknown }
  // Another amount may be a part of this one, or come on top.
  if (!is.includes('pays') || amounts.length !== 1 || !amount || !currency || !isPlain(currency)) return undefined
  return type === 'integer' && minorUnit.test(String(description))
    ? { at: [place(amount)], currency: place(currency), unit: 'minor' }
    : undefined
}

/** The roles that are certain; `undefined`: none is. */
export const deriveRoles = (
  action: string,
  is: readonly ActionClass[],
  { params }: Pick<SliceAction, 'params'>,
): Roles | undefined => {
  const parameters = Object.entries(params).map(([name, { as = name, schema }]) => ({ name, as, schema }))
  const recipients = findRecipients(action, is, parameters)
  const amount = findAmount(is, parameters)
  if (recipients.length === 0 && !amount) return undefined
  return { ...(recipients.length > 0 && { recipient: recipients.map(place) }), ...(amount && { amount }) }
}
