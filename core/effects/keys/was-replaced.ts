import { type AccountRef, accountPath, type Store } from '../../store/index.ts'

/** What the log calls the steps after which an account may be somebody else's at the vendor. */
const replacing: ReadonlySet<string | null> = new Set([
  'put_token',
  'delete_token',
  'seed_oauth',
  'connect_account',
  'delete_tenant',
])

/** Entries of one key since a call; more than these say the same. */
const most = 100

/**
 * Whether an account was given another credential since, by the log: what is at the vendor then says nothing of an earlier call. A refresh
 * is no such step.
 */
export const wasReplaced = async ({ audit }: Pick<Store, 'audit'>, ref: AccountRef, since: Date): Promise<boolean> => {
  const { tenant } = ref
  const keys = [`tokens/${accountPath(ref)}`, `seeds/${accountPath(ref)}`, `tenants/${tenant}`]
  const found = await Promise.all(keys.map((key) => audit.query({ tenant, key, since, outcome: 'ok', limit: most })))
  return found.flat().some(({ action }) => replacing.has(action))
}
