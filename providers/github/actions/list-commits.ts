import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/commits/commits#list-commits */
export const listCommits = action({
  description: 'List commits, the newest first',
  effect: fresh,
  params: {
    ...repository,
    ref: Type.Optional(parameters.ref),
    path: Type.Optional(parameters.path),
    author: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "The author's login or e-mail" })),
    since: Type.Optional(parameters.since),
    until: Type.Optional(parameters.until),
    ...pageParameters,
  },
  call: ({ owner, repo, ref, limit, ...query }) => ({
    method: 'GET',
    path: path`/repos/${owner}/${repo}/commits`,
    query: { ...query, sha: ref },
  }),
  result: responses.commits,
  pages: pagesOf(''),
})
