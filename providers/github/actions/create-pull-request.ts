import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/pulls/pulls#create-a-pull-request */
export const createPullRequest = action({
  description: 'Open a pull request',
  effect: write(),
  params: {
    ...repository,
    title: parameters.title,
    head: parameters.head,
    base: parameters.base,
    body: Type.Optional(parameters.body),
    draft: Type.Optional(Type.Boolean({ description: 'Whether it is a draft' })),
    maintainer_can_modify: Type.Optional(Type.Boolean({ description: 'Whether maintainers can push to its branch' })),
  },
  call: ({ owner, repo, ...body }) => ({ method: 'POST', path: path`/repos/${owner}/${repo}/pulls`, body }),
  result: responses.numbered,
})
