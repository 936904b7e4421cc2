import { canonical } from '../cache/index.ts'
import {
  type CallContext,
  checkRawAllowed,
  chooseAccount,
  type Input,
  type Prepared,
  readInput,
} from '../context/index.ts'
import { invalid } from '../errors.ts'
import { type Call, UnfitSegment } from '../provider/index.ts'
import { type Domain, pointerToken } from '../schema/index.ts'
import type { Account, ProviderEntry, TenantRecord } from '../store/index.ts'
import { checkHeaders } from '../upstream/index.ts'

const askedBy = ({ action, name, params, resultFields }: Input, account: Account): string | undefined =>
  action.effect.kind === 'read' && action.effect.ttlMs > 0
    ? canonical([account.settings ?? {}, name, params, resultFields ?? null])
    : undefined

/** What the action makes of the parameters. Throws VALIDATION_ERROR, at the parameter that can't be part of a path. */
const firstCall = ({ action, params }: Input, account: Account): Call => {
  try {
    return action.call(params, { settings: account.settings ?? {} })
  } catch (error) {
    if (!(error instanceof UnfitSegment)) throw error
    const [name] = Object.entries(params).find(([, value]) => value === error.value) ?? []
    throw name === undefined ? error : invalid(`/${pointerToken(name)}`, error.message)
  }
}

/** Steps 6 and 7, and of step 8 the tenant's options. Throws VALIDATION_ERROR and CONFIG_MISSING. */
export const prepare = (
  tenant: TenantRecord,
  { domain, entry }: { readonly domain: Domain; readonly entry: ProviderEntry },
  body: Record<string, unknown>,
  trail: CallContext,
): Prepared => {
  const { id: provider } = domain.provider
  const input = readInput(domain, body, trail)
  const account = chooseAccount(provider, entry, input.accountId)
  trail.key = `${provider}/${account.id}`
  const first = firstCall(input, account)
  checkHeaders(first)
  checkRawAllowed(tenant, input.name)
  const ref = { tenant: tenant.id, provider, account: account.id }
  return { domain, account, ref, input, first, asked: askedBy(input, account) }
}
