import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/search/search#search-repositories */
export const searchRepositories = action({
  description: 'Search repositories',
  effect: fresh,
  params: {
    query: parameters.query,
    sort: Type.Optional(
      Type.Enum(['stars', 'forks', 'help-wanted-issues', 'updated'], {
        description: 'What to sort by; left out: how well it fits',
      }),
    ),
    direction: Type.Optional(parameters.direction),
    ...pageParameters,
  },
  call: ({ query, direction, limit, ...rest }) => ({
    method: 'GET',
    path: path`/search/repositories`,
    query: { q: query, order: direction, ...rest },
  }),
  result: responses.foundRepositories,
  pages: pagesOf('/items'),
})
