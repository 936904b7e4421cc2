import { link, Type, text } from '@patchbay/core/provider'

export const id = (description: string) => text(512, description)
export const team_id = id('Id of the team: list_teams lists them')
export const channel_id = id('Id of the channel: list_channels lists them')
export const chat_id = id('Id of the chat: list_chats lists them')
export const message_id = id('Id of the message')
export const user_id = text(254, 'Id or principal name of the user, e.g. ada@example.com')
export const html = Type.String({ minLength: 1, maxLength: 28_000, description: 'The text, in HTML' })

/** Microsoft's times have no zone of their own but one beside them: https://learn.microsoft.com/en-us/graph/api/resources/datetimetimezone */
export const inUtc = (moment: string) => ({
  dateTime: moment.endsWith('Z') ? moment : new Date(moment).toISOString(),
  timeZone: 'UTC',
})

/** https://learn.microsoft.com/en-us/graph/paging */
const declareValueList = (size?: { into: string; max: number }) => ({
  result: Type.Object({ value: Type.Array(Type.Unknown()) }),
  pages: link({ items: '/value', next: '/@odata.nextLink', ...(size && { size }) }),
})
export const aList = declareValueList()
/** Lists of messages and chats take a size of up to 50: https://learn.microsoft.com/en-us/graph/api/chat-list-messages */
export const sized = declareValueList({ into: '$top', max: 50 })
export const thing = Type.Object({ id: Type.String() })
