import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/git/trees#get-a-tree */
export const getTree = action({
  description: 'List the files of a branch, tag or commit; truncated: true says that there are too many for one answer',
  effect: fresh,
  params: {
    ...repository,
    ref: parameters.ref,
    recursive: Type.Optional(Type.Boolean({ description: 'Whether to list what is in folders, too' })),
  },
  call: ({ owner, repo, ref, recursive }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/git/trees/${ref}`,
    // Any value turns it on, even `false`.
    query: { recursive: recursive ? '1' : undefined },
  }),
  result: responses.tree,
})
