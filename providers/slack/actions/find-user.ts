import { action, path, read, Type } from '@patchbay/core/provider'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/users.lookupByEmail (tier 3: 50 a minute) */
export const findUser = action({
  description: 'Find a user by e-mail address',
  effect: read({ ttl: '1m' }),
  params: { email: Type.String({ minLength: 3, maxLength: 320, description: 'E-mail address, e.g. ada@example.com' }) },
  call: (query) => ({ method: 'GET', path: path`/api/users.lookupByEmail`, query }),
  result: responses.user,
})
