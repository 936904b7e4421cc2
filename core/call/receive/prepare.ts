import { usableAccounts } from '../../access/index.ts'
import { buildCacheKey } from '../../cache/index.ts'
import type { AdmittedCaller, CallRecord, PreparedCall } from '../../context/index.ts'
import { invalid } from '../../errors.ts'
import { type ActionRequest, type AnyAction, UnfitSegment } from '../../provider/index.ts'
import { pointerToken } from '../../schema/index.ts'
import type { Account } from '../../store/index.ts'
import { checkHeaders } from '../../upstream/index.ts'
import { isFileForModels } from '../answer-to-file.ts'
import { chooseAccount } from './choose-account.ts'
import { chooseAction } from './choose-action.ts'
import type { ChosenDomain } from './choose-domain.ts'
import { checkRawAllowed, describeTarget } from './raw-action.ts'

interface CheckedBody extends Record<string, unknown> {
  readonly action: string
  readonly account_id?: string
  readonly result_fields?: readonly string[]
  readonly dry_run?: boolean
  readonly as_file?: boolean
}

const noSettings = {}

/** Makes the provider's request. Throws VALIDATION_ERROR that names a parameter which can't be part of a path. */
const buildActionRequest = (
  action: AnyAction,
  params: Record<string, unknown>,
  { settings = noSettings }: Account,
): ActionRequest => {
  try {
    return action.request(params, { settings })
  } catch (error) {
    if (!(error instanceof UnfitSegment)) throw error
    const [name] = Object.entries(params).find(([, value]) => value === error.value) ?? []
    throw name === undefined ? error : invalid(`/${pointerToken(name)}`, error.message)
  }
}

/** Checks a body against its action and the tenant's configuration. Throws VALIDATION_ERROR and CONFIG_MISSING. */
export const prepareCall = (
  caller: AdmittedCaller,
  chosen: ChosenDomain,
  received: Record<string, unknown>,
  record: CallRecord,
): PreparedCall => {
  const { tenant, access } = caller
  const { domain, entry } = chosen
  const { action, body } = chooseAction(chosen, received, caller, record)
  const {
    action: name,
    account_id: accountId,
    result_fields: fields,
    dry_run: dryRun = false,
    as_file: asFile = false,
    ...params
  } = body as CheckedBody
  const resultFields = fields?.length === 0 ? undefined : fields
  const provider = domain.provider.id
  const target = describeTarget(provider, { name, action, params })
  const usable = usableAccounts(access, target, entry.accounts)
  const [first] = entry.accounts
  if (accountId === undefined && usable.length === 0 && first) {
    access.assert({ ...target, account: first.id }, false)
  }
  const account = chooseAccount(provider, entry, accountId, usable)
  record.account = account.id
  const request = buildActionRequest(action, params, account)
  checkHeaders(request)
  checkRawAllowed(tenant, name)
  const ref = { tenant: tenant.id, provider, account: account.id }
  // A file belongs to the token that asked.
  const mayBeFile = asFile || isFileForModels(caller, action)
  const isCached = !mayBeFile && action.effect.kind === 'read' && action.effect.ttlMs > 0
  const cacheKey = isCached ? buildCacheKey({ ref, account, name, params, resultFields }) : undefined
  return { domain, account, ref, name, action, params, resultFields, dryRun, asFile, request, cacheKey }
}
