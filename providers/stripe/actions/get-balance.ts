import { action, path, read } from '@patchbay/core/provider'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/balance/balance_retrieve */
export const getBalance = action({
  description: "Get the account's balance, available and pending",
  effect: read(),
  params: {},
  call: () => ({ method: 'GET', path: path`/v1/balance` }),
  result: responses.balance,
})
