import { type AccountRef, accountPath, type Store } from '../../store/index.ts'

/** The log's names for steps after which an account may belong to somebody else at the vendor. */
const replacing: ReadonlySet<string | null> = new Set([
  'put_token',
  'delete_token',
  'seed_oauth',
  'connect_account',
  'delete_tenant',
])

/** The most entries of one account to read; more would say the same. */
const most = 100

/**
 * True if the log shows that the account has got another credential since: the vendor's state then says nothing of an earlier call. A refresh
 * is no such step.
 */
export const wasReplaced = async ({ audit }: Pick<Store, 'audit'>, ref: AccountRef, since: Date): Promise<boolean> => {
  const { tenant } = ref
  const keys = [`tokens/${accountPath(ref)}`, `seeds/${accountPath(ref)}`, `tenants/${tenant}`]
  const changes = await Promise.all(keys.map((key) => audit.query({ tenant, key, since, outcome: 'ok', limit: most })))
  return changes.flat().some(({ action }) => replacing.has(action))
}
