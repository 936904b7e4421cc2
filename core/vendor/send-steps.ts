import { type AnyAction, completeRequest } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import { type ProviderAccess, type ProviderCall, planRequest } from '../upstream/index.ts'
import type { Sending, VendorExchange } from './vendor-exchange.ts'

interface StepParts {
  readonly access: ProviderAccess
  readonly exchange: VendorExchange
}

const noSettings = {}

/**
 * Sends the requests that go before an action's own, and returns the call with the request that their answers complete. They are reads: until the
 * call's own request is sent, nothing was done. Throws the errors of sending.
 */
export const sendSteps = async (
  { access, exchange }: StepParts,
  target: ProviderCall,
  credential: Credential,
  sending: Sending,
): Promise<ProviderCall> => {
  const { ref, domain, account, name, action, request } = target
  const { settings = noSettings } = account
  const params = (target.withFiles ?? target.params) as never
  const answers: unknown[] = []
  for (const { send, params: make } of action.before ?? []) {
    const own = make(params, answers) as ProviderCall['params']
    const step: ProviderCall = {
      ref,
      domain,
      account,
      // No action has such a name, so no check of the action's own answer is found by it.
      name: `${name}, step ${answers.length + 1}`,
      action: send as AnyAction,
      params: own,
      request: (send as AnyAction).request(own, { settings }),
    }
    const answer = await exchange.send(planRequest(access, step, credential), { ...sending, toFile: undefined })
    answers.push(answer.body)
  }
  const parts = action.complete?.(params, answers)
  return parts ? { ...target, request: completeRequest(request, parts) } : target
}
