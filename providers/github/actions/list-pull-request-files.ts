import { action, path } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files */
export const listPullRequestFiles = action({
  description: 'List the files that a pull request changes, with their patches; at most 3000',
  effect: fresh,
  params: { ...repository, pull_number: parameters.pull_number, ...pageParameters },
  call: ({ owner, repo, pull_number, page }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/pulls/${pull_number}/files`,
    query: { page },
  }),
  result: responses.changedFiles,
  pages: pagesOf(''),
})
