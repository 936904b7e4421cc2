import { action, path, read } from '@patchbay/core/provider'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user */
export const getRateLimit = action({
  description: 'Get how many requests are left to the credential, and when that begins anew',
  effect: read(),
  params: {},
  call: () => ({ method: 'GET', path: path`/rate_limit` }),
  result: responses.rateLimit,
})
