import { action, path, read } from '@patchbay/core/provider'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/auth.test (hundreds a minute) */
export const testAuth = action({
  description: 'Tell whose token it is: the workspace, and the user or bot, that calls are made for',
  effect: read(),
  params: {},
  call: () => ({ method: 'GET', path: path`/api/auth.test` }),
  result: responses.identity,
})
