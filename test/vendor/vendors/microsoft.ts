import type { Vendor } from '../vendor.ts'

const named = 'the document has it under a longer name, with microsoft.graph.'
const left = 'the document is a part of the whole, without this'

export const microsoftOutlook: Vendor = {
  id: 'microsoft-outlook',
  documents: [
    {
      file: 'microsoft__graph-subset.json',
      corrections: ['message/allOf/1', 'outlookItem/allOf/1', 'entity'].map((name) => ({
        at: `/components/schemas/microsoft.graph.${name}/required` as const,
        value: [],
        why: 'https://learn.microsoft.com/en-us/graph/api/user-post-messages: no example has the type',
      })),
    },
  ],
  headers: { authorization: 'https://learn.microsoft.com/en-us/graph/auth/auth-concepts' },
  withoutOperation: { send_mail: named, reply: named, move_message: named, list_events: left, get_me: left },
  settings: { directory: 'common' },
}
