import { action, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/conversations.info (tier 3: 50 a minute) */
export const getConversation = action({
  description: 'Get one conversation: its name, topic, purpose and kind',
  effect: read({ ttl: '1m' }),
  params: {
    channel: parameters.channel,
    include_locale: Type.Optional(parameters.include_locale),
    include_num_members: Type.Optional(Type.Boolean({ description: 'Whether to count the members' })),
  },
  call: (query) => ({ method: 'GET', path: path`/api/conversations.info`, query }),
  result: responses.conversation,
})
