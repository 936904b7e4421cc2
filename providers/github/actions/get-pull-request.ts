import { action, path, read } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * Not cached: asking for it makes GitHub find out whether it can be merged, and the next answer says so.
 * https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request
 */
export const getPullRequest = action({
  description: 'Get a pull request; mergeable is null until GitHub has found it out',
  effect: read(),
  params: { ...repository, pull_number: parameters.pull_number },
  call: ({ owner, repo, pull_number }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/pulls/${pull_number}`,
  }),
  result: responses.numbered,
})
