import { findAccounts } from '@patchbay/core/rules'
import type { Domain, HealContext, ToolArguments } from '@patchbay/core/schema'
import { findUsableAction, type Searcher } from '../find/usable-actions.ts'

/**
 * The arguments with an account's id in place of its label. Only accounts that the caller may use have labels here, and no account is taken
 * for another: a label that several have, or that is another's id, is left as it is.
 */
export const healAccount = (
  domains: ReadonlyMap<string, Domain>,
  searcher: Searcher,
  args: ToolArguments,
  provider: string,
  { notes }: Pick<HealContext, 'notes'>,
): ToolArguments => {
  const { account_id: name, action } = args
  const { providers } = searcher.tenant
  const all = findAccounts(providers, provider)
  if (typeof name !== 'string' || !all) return args
  const label = name.trim()
  if (all.some(({ id }) => id === name)) return args
  const isCalled = (account: (typeof all)[number], read: (text: string) => string): boolean =>
    read(account.id) === read(label) || read(account.label.trim()) === read(label)
  const exact = all.filter((account) => isCalled(account, (text) => text))
  const [account, ...others] =
    exact.length > 0 ? exact : all.filter((account) => isCalled(account, (text) => text.toLowerCase()))
  const usable =
    account && others.length === 0 ? findUsableAction(domains, searcher, provider, String(action)).accounts : []
  if (!account || !usable.includes(account)) return args
  notes.add('/account_id', `the account's name was read as its id, ${account.id}`)
  return { ...args, account_id: account.id }
}
