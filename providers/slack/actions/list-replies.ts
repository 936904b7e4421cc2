import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * https://docs.slack.dev/reference/methods/conversations.replies (tier 3: 50 a minute; commercial apps outside Slack's
 * Marketplace: 15 messages, once a minute)
 */
export const listReplies = action({
  description: "List a thread's messages, from the first one on",
  effect: read(),
  params: {
    channel: parameters.channel,
    ts: parameters.ts,
    oldest: Type.Optional(parameters.oldest),
    latest: Type.Optional(parameters.latest),
    inclusive: Type.Optional(parameters.inclusive),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/api/conversations.replies`, query }),
  result: responses.messages,
  pages: pagesOf('/messages'),
})
