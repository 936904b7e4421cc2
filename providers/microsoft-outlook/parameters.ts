import { link, list, Type, text } from '@patchbay/core/provider'

export const id = (description: string) => text(512, description)
export const message_id = id('Id of the message')
export const event_id = id('Id of the event')
export const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address',
  examples: ['ada@example.com'],
})
export const emails = (description: string) => list(email, { min: 1, max: 500, description })
export const words = (description: string) => list(text(255, 'Words'), { min: 1, max: 20, description })
export const html = Type.String({ minLength: 1, maxLength: 500_000, description: 'The text, in HTML' })
export const comment = text(100_000, 'A text before the message')
export const folder_id = id('Id of the folder, or inbox, sentitems, drafts, archive, deleteditems')
export const categories = list(text(255, 'Name of a category'), { max: 25, description: 'Names of categories' })
export const subject = text(255, 'The subject')
export const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T09:00:00Z'] })

/** Microsoft's times have no zone of their own but one beside them: https://learn.microsoft.com/en-us/graph/api/resources/datetimetimezone */
export const inUtc = (moment: string) => ({
  dateTime: moment.endsWith('Z') ? moment : new Date(moment).toISOString(),
  timeZone: 'UTC',
})

export const recipients = (addresses: readonly string[] | undefined) =>
  addresses?.map((address) => ({ emailAddress: { address } }))

/** https://learn.microsoft.com/en-us/graph/paging */
export const aList = {
  result: Type.Object({ value: Type.Array(Type.Unknown()) }),
  pages: link({ items: '/value', next: '/@odata.nextLink', size: { into: '$top', max: 100 } }),
}
export const thing = Type.Object({ id: Type.String() })
