import { action, path } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/issues#get-an-issue */
export const getIssue = action({
  description: 'Get an issue; for a pull request its issue part',
  effect: fresh,
  params: { ...repository, issue_number: parameters.issue_number },
  call: ({ owner, repo, issue_number }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/issues/${issue_number}`,
  }),
  result: responses.numbered,
})
