import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/conversations.list (tier 2: 20 a minute) */
export const listConversations = action({
  description: 'List conversations that the token can see: channels, group messages and direct messages',
  effect: read({ ttl: '1m' }),
  params: {
    types: Type.Optional(
      Type.Array(Type.Enum(['public_channel', 'private_channel', 'mpim', 'im']), {
        minItems: 1,
        maxItems: 4,
        description: 'Which kinds; public_channel alone if left out',
      }),
    ),
    exclude_archived: Type.Optional(Type.Boolean({ description: 'Whether to leave archived ones out' })),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/api/conversations.list`, query }),
  result: responses.conversations,
  pages: pagesOf('/channels'),
})
