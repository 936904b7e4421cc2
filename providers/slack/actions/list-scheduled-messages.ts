import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/chat.scheduledMessages.list (tier 3: 50 a minute) */
export const listScheduledMessages = action({
  description: 'List the messages that are scheduled and not posted yet',
  effect: read(),
  params: {
    channel: Type.Optional(parameters.channel),
    oldest: Type.Optional(parameters.oldest),
    latest: Type.Optional(parameters.latest),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/api/chat.scheduledMessages.list`, query }),
  result: responses.scheduledMessages,
  pages: pagesOf('/scheduled_messages'),
})
