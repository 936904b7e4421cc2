import { action, path, read, Type } from '@patchbay/core/provider'
import { responses } from '../responses.ts'
import { parameters } from '../parameters.ts'

/** https://docs.slack.dev/reference/methods/users.info (tier 4: 100 a minute) */
export const getUser = action({
  about: 'Get one user by id',
  effect: read({ ttl: '1m' }),
  params: { user: parameters.user, include_locale: Type.Optional(parameters.include_locale) },
  call: (query) => ({ method: 'GET', path: path`/api/users.info`, query }),
  result: responses.user,
})
