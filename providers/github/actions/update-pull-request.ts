import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/pulls/pulls#update-a-pull-request */
export const updatePullRequest = action({
  description: 'Change, close or reopen a pull request',
  effect: write({ idempotent: true }),
  params: {
    ...repository,
    pull_number: parameters.pull_number,
    title: Type.Optional(parameters.title),
    body: Type.Optional(parameters.body),
    state: Type.Optional(parameters.state),
    base: Type.Optional(parameters.base),
  },
  call: ({ owner, repo, pull_number, ...body }) => ({
    method: 'PATCH',
    path: path`/repos/${owner}/${repo}/pulls/${pull_number}`,
    body,
  }),
  result: responses.numbered,
})
