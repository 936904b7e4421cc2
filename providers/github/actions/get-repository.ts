import { action, path } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/repos/repos#get-a-repository */
export const getRepository = action({
  description: 'Get a repository',
  effect: fresh,
  params: repository,
  call: ({ owner, repo }) => ({ method: 'GET', path: path`/repos/${owner}/${repo}` }),
  result: responses.repository,
})
