import { action, page, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * https://docs.slack.dev/reference/methods/search.messages (tier 2: 20 a minute); the language:
 * https://slack.com/help/articles/202528808. Slack advises assistant.search.context instead, which its OpenAPI document
 * doesn't have and which takes a bot's token only in answer to a person.
 */
export const searchMessages = action({
  description: "Search messages as Slack's search box does; takes a user's token with search:read, not a bot's",
  effect: read(),
  params: {
    query: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Words to look for, with filters, e.g. invoice in:#sales from:@ada after:2024-01-31',
    }),
    sort: Type.Optional(Type.Enum(['score', 'timestamp'], { description: 'score if left out' })),
    sort_dir: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'desc if left out' })),
    highlight: Type.Optional(Type.Boolean({ description: 'Whether to mark what was found' })),
    limit: Type.Optional(parameters.limit),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Which page to begin with' })),
  },
  call: ({ limit, ...query }) => ({
    method: 'GET',
    path: path`/api/search.messages`,
    query: { ...query, count: limit },
  }),
  result: responses.found,
  pages: page({
    items: '/messages/matches',
    total: '/messages/paging/pages',
    into: 'page',
    size: { into: 'count', max: 100 },
  }),
})
