import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * https://docs.slack.dev/reference/methods/conversations.history (tier 3: 50 a minute; commercial apps outside Slack's
 * Marketplace: 15 messages, once a minute)
 */
export const listMessages = action({
  description: "List a conversation's messages, the newest first; replies in threads are in list_replies",
  effect: read(),
  params: {
    channel: parameters.channel,
    oldest: Type.Optional(parameters.oldest),
    latest: Type.Optional(parameters.latest),
    inclusive: Type.Optional(parameters.inclusive),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/api/conversations.history`, query }),
  result: responses.messages,
  pages: pagesOf('/messages'),
})
