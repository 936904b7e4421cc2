import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { responses } from '../responses.ts'

/**
 * https://docs.github.com/en/rest/users/users#get-a-user and
 * https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export const getUser = action({
  description: 'Get a user, or the one whose credential this is (an app installation has none)',
  effect: fresh,
  params: {
    username: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+(\\[bot\\])?$',
        maxLength: 100,
        description: "Login of another user than the credential's, or of an app, e.g. dependabot[bot]",
      }),
    ),
  },
  call: ({ username }) => ({ method: 'GET', path: username === undefined ? path`/user` : path`/users/${username}` }),
  result: responses.user,
})
