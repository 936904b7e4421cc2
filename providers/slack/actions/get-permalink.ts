import { action, path, read } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/chat.getPermalink (hundreds a minute) */
export const getPermalink = action({
  description: 'Get the URL under which people find a message',
  effect: read({ ttl: '5m' }),
  params: { channel: parameters.channel, ts: parameters.ts },
  call: ({ channel, ts }) => ({
    method: 'GET',
    path: path`/api/chat.getPermalink`,
    query: { channel, message_ts: ts },
  }),
  result: responses.permalink,
})
