import type { Pointer } from '@patchbay/core/provider'
import type { Correction } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const left = 'the document is a part of the whole, without this'

const named = (path: string, action: string, page: string): Correction => ({
  at: `/paths/${path}~1${action}`,
  from: `/paths/${path}~1microsoft.graph.${action}`,
  why: `https://learn.microsoft.com/en-us/graph/api/${page}: its path has no namespace`,
})
const inBody = (body: Pointer, name: string, page: string): Correction => {
  const properties: Pointer = `${body}/content/application~1json/schema/properties`
  return {
    at: `${properties}/${name}`,
    from: `${properties}/${name.replace(/^./, (first) => first.toUpperCase())}`,
    why: `https://learn.microsoft.com/en-us/graph/api/${page}: its members begin with small letters`,
  }
}
const message = '~1me~1messages~1{message-id}'
const mail = '/components/requestBodies/sendMailRequestBody'

export const microsoftOutlook: Vendor = {
  id: 'microsoft-outlook',
  documents: [
    {
      file: 'microsoft__graph-subset.json',
      corrections: [
        ...['message/allOf/1', 'outlookItem/allOf/1', 'entity'].map((name) => ({
          at: `/components/schemas/microsoft.graph.${name}/required` as const,
          value: [],
          why: 'https://learn.microsoft.com/en-us/graph/api/user-post-messages: no example has the type',
        })),
        named('~1me', 'sendMail', 'user-sendmail'),
        inBody(mail, 'message', 'user-sendmail'),
        inBody(mail, 'saveToSentItems', 'user-sendmail'),
        named(message, 'reply', 'message-reply'),
        inBody(`/paths/${message}~1reply/post/requestBody`, 'comment', 'message-reply'),
        named(message, 'move', 'message-move'),
        inBody(`/paths/${message}~1move/post/requestBody`, 'destinationId', 'message-move'),
      ],
    },
  ],
  headers: { authorization: 'https://learn.microsoft.com/en-us/graph/auth/auth-concepts' },
  withoutOperation: { list_events: left, get_me: left },
  settings: { directory: 'common' },
}
