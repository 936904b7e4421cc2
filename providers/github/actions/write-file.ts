import { action, path, Type, write } from '@patchbay/core/provider'
import { encoded } from '../file-text.ts'
import { checkedPath, parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * A PUT, but not to be sent twice: once it has worked, the blob is another one, and the answer 409.
 * https://docs.github.com/en/rest/repos/contents#create-or-update-file-contents
 */
export const writeFile = action({
  description: 'Create a text file, or replace the one with the given blob_sha, in a commit of its own',
  effect: write(),
  params: {
    ...repository,
    path: parameters.path,
    content: Type.String({ maxLength: 1_000_000, description: 'The whole text of the file' }),
    message: Type.String({ minLength: 1, maxLength: 65_536, description: 'The commit message' }),
    blob_sha: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'sha of the file to replace, as get_contents shows it' }),
    ),
    branch: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Where to commit; left out: the default branch' }),
    ),
  },
  call: ({ owner, repo, path: file, content, blob_sha, ...body }) => ({
    method: 'PUT',
    path: path`/repos/${owner}/${repo}/contents/${checkedPath(file)}`,
    body: { ...body, content: encoded(content), sha: blob_sha },
  }),
  result: responses.written,
})
