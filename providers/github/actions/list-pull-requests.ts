import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** GitHub lists all for a branch that no owner stands before: https://github.com/PyGithub/PyGithub/issues/1566 */
const headOf = (owner: string, head: string): string => (head.includes(':') ? head : `${owner}:${head}`)

/** https://docs.github.com/en/rest/pulls/pulls#list-pull-requests */
export const listPullRequests = action({
  description: 'List the pull requests of a repository',
  effect: fresh,
  params: {
    ...repository,
    state: Type.Optional(parameters.wanted_state),
    head: Type.Optional(parameters.head),
    base: Type.Optional(parameters.base),
    sort: Type.Optional(
      Type.Enum(['created', 'updated', 'popularity', 'long-running'], { description: 'What to sort by' }),
    ),
    direction: Type.Optional(parameters.direction),
    ...pageParameters,
  },
  call: ({ owner, repo, head, limit, ...query }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/pulls`,
    query: { ...query, head: head && headOf(owner, head) },
  }),
  result: responses.numberedList,
  pages: pagesOf(''),
})
