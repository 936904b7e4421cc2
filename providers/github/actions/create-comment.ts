import { action, path, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/comments#create-an-issue-comment */
export const createComment = action({
  description: 'Comment on an issue or pull request',
  effect: write(),
  params: { ...repository, issue_number: parameters.issue_number, body: parameters.body },
  call: ({ owner, repo, issue_number, body }) => ({
    method: 'POST',
    path: path`/repos/${owner}/${repo}/issues/${issue_number}/comments`,
    body: { body },
  }),
  result: responses.comment,
})
