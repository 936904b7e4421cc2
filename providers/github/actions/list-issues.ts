import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/issues#list-repository-issues */
export const listIssues = action({
  description: 'List the issues of a repository; pull requests are among them, with a member pull_request',
  effect: fresh,
  params: {
    ...repository,
    state: Type.Optional(parameters.wanted_state),
    labels: Type.Optional(parameters.labels),
    assignee: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only issues of this login; none: of nobody, *: of any',
      }),
    ),
    creator: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only issues that this login has created' }),
    ),
    since: Type.Optional(parameters.since),
    sort: Type.Optional(Type.Enum(['created', 'updated', 'comments'], { description: 'What to sort by' })),
    direction: Type.Optional(parameters.direction),
    ...pageParameters,
  },
  call: ({ owner, repo, limit, ...query }) => ({ method: 'GET', path: path`/repos/${owner}/${repo}/issues`, query }),
  result: responses.numberedList,
  pages: pagesOf(''),
})
