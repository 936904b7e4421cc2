import { action, path, Type } from '@patchbay/core/provider'
import { readable } from '../file-text.ts'
import { fresh } from '../fresh.ts'
import { checkedPath, parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/repos/contents#get-repository-content */
export const getContents = action({
  description: 'Get a file with its text, or list a folder; get_tree lists a whole repository',
  effect: fresh,
  params: { ...repository, path: parameters.path, ref: Type.Optional(parameters.ref) },
  call: ({ owner, repo, path: file, ref }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/contents/${checkedPath(file)}`,
    query: { ref },
  }),
  result: responses.contents,
  shape: readable,
})
