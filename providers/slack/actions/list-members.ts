import { action, path, read } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/conversations.members (tier 4: 100 a minute) */
export const listMembers = action({
  description: "List the ids of a conversation's members",
  effect: read({ ttl: '1m' }),
  params: { channel: parameters.channel, ...pageParameters },
  call: (query) => ({ method: 'GET', path: path`/api/conversations.members`, query }),
  result: responses.memberIds,
  pages: pagesOf('/members'),
})
