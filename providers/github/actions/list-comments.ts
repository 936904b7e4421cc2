import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/comments#list-issue-comments */
export const listComments = action({
  description: 'List the comments on an issue or pull request, the oldest first',
  effect: fresh,
  params: {
    ...repository,
    issue_number: parameters.issue_number,
    since: Type.Optional(parameters.since),
    ...pageParameters,
  },
  call: ({ owner, repo, issue_number, limit, ...query }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/issues/${issue_number}/comments`,
    query,
  }),
  result: responses.comments,
  pages: pagesOf(''),
})
