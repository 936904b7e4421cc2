import { action, path } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/search/search#search-code */
export const searchCode = action({
  description: 'Search code on default branches; the query must name a repo:, org: or user:',
  effect: fresh,
  params: {
    query: parameters.query,
    ...pageParameters,
  },
  call: ({ query, page }) => ({
    method: 'GET',
    path: path`/search/code`,
    query: { q: query, page },
  }),
  result: responses.foundCode,
  pages: pagesOf('/items'),
})
