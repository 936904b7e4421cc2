import { action, path } from '@patchbay/core/provider'
import { responses } from '../responses.ts'
import { fresh } from '../fresh.ts'
import { repository } from '../parameters.ts'

/** https://docs.github.com/en/rest/repos/repos#get-a-repository */
export const getRepository = action({
  about: 'Get a repository',
  effect: fresh,
  params: repository,
  call: ({ owner, repo }) => ({ method: 'GET', path: path`/repos/${owner}/${repo}` }),
  result: responses.repository,
})
