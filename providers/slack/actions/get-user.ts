import { action, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/users.info (tier 4: 100 a minute) */
export const getUser = action({
  description: 'Get one user by id',
  effect: read({ ttl: '1m' }),
  params: { user: parameters.user, include_locale: Type.Optional(parameters.include_locale) },
  call: (query) => ({ method: 'GET', path: path`/api/users.info`, query }),
  result: responses.user,
})
