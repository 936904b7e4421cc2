import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/users.list (tier 2: 20 a minute) */
export const listUsers = action({
  description: "List the workspace's users, bots and deactivated ones included",
  effect: read({ ttl: '1m' }),
  params: { include_locale: Type.Optional(parameters.include_locale), ...pageParameters },
  // Asked without a limit, Slack tries to send everyone, and refuses that to large workspaces (limit_required).
  call: ({ limit = 200, ...query }) => ({ method: 'GET', path: path`/api/users.list`, query: { limit, ...query } }),
  result: responses.users,
  pages: pagesOf('/members'),
})
