import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * A PUT, but not to be sent twice: what is merged already is answered 405, which would hide that it worked.
 * https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request
 */
export const mergePullRequest = action({
  description: 'Merge a pull request',
  effect: write(),
  params: {
    ...repository,
    pull_number: parameters.pull_number,
    merge_method: Type.Optional(Type.Enum(['merge', 'squash', 'rebase'], { description: 'How; left out: merge' })),
    commit_title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'Title of the merge commit' }),
    ),
    commit_message: Type.Optional(Type.String({ maxLength: 65_536, description: 'Text of the merge commit' })),
    head_sha: Type.Optional(parameters.head_sha),
  },
  call: ({ owner, repo, pull_number, head_sha, ...body }) => ({
    method: 'PUT',
    path: path`/repos/${owner}/${repo}/pulls/${pull_number}/merge`,
    body: { ...body, sha: head_sha },
  }),
  result: responses.merged,
})
