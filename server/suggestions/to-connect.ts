import type { Domain } from '@patchbay/core/schema'
import type { Finding, Store } from '@patchbay/core/store'
import { isConnectable } from '../connect/index.ts'

/** The body for `POST /admin/connect` that makes a link for an account. */
export interface ToConnect {
  readonly tenant_id: string
  readonly provider: string
  readonly account_id: string
}

const connectableKinds: ReadonlySet<string> = new Set(['needs-reauthorization', 'token-lapses'])

/**
 * The request for a link that would fix a finding; `null`: a link would not, or can't be made. The link itself can't be in a
 * suggestion: whoever has it may connect an account, so the store has only its hash.
 */
export const toConnect = async (
  store: Pick<Store, 'apps'>,
  domains: ReadonlyMap<string, Domain>,
  { finding, kind, source }: Pick<Finding, 'finding' | 'kind' | 'source'>,
): Promise<ToConnect | null> => {
  if (source !== 'rules' || !connectableKinds.has(kind)) return null
  const [, tenant = '', provider = '', account = ''] = finding.split('/')
  if (!(await isConnectable(store, domains.get(provider), { provider, tenant }))) return null
  return { tenant_id: tenant, provider, account_id: account }
}
