import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests */
export const searchIssues = action({
  description: 'Search issues and pull requests; put is:issue or is:pull-request into the query',
  effect: fresh,
  params: {
    query: parameters.query,
    sort: Type.Optional(
      Type.Enum(['comments', 'reactions', 'interactions', 'created', 'updated'], {
        description: 'What to sort by; left out: how well it fits',
      }),
    ),
    direction: Type.Optional(parameters.direction),
    ...pageParameters,
  },
  call: ({ query, direction, limit, ...rest }) => ({
    method: 'GET',
    path: path`/search/issues`,
    query: { q: query, order: direction, ...rest },
  }),
  result: responses.foundIssues,
  pages: pagesOf('/items'),
})
