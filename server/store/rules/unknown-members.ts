import type { Account, ProviderEntry, TenantConfiguration, TenantOptions } from '@patchbay/core/store'

/** The members that this version knows. The type asks for each of them. */
type Names<T> = Readonly<Record<keyof T, true>>

const optionNames: Names<TenantOptions> = {
  allow_raw: true,
  tools: true,
  max_result_bytes: true,
  calls_per_minute: true,
  refuse_duplicates: true,
  self_connect: true,
  code: true,
  keep_failed: true,
  allow: true,
  deny: true,
  ask: true,
  approval_hours: true,
  approvals_needed: true,
}
const entryNames: Names<ProviderEntry> = { accounts: true, default: true }
const accountNames: Names<Account> = { id: true, label: true, settings: true }

const pick = <T extends object>(value: T, names: Names<T>, isKnown: boolean): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(names, name) === isKnown)) as Partial<T>

const pickKnown = <T extends object>(value: T, names: Names<T>): T => pick(value, names, true) as T
const pickUnknown = <T extends object>(value: T | undefined, names: Names<T>): Partial<T> =>
  value ? pick(value, names, false) : {}

const mapEntries = (
  providers: TenantConfiguration['providers'],
  map: (entry: ProviderEntry, provider: string) => ProviderEntry,
): TenantConfiguration['providers'] =>
  Object.fromEntries(Object.entries(providers).map(([id, entry]) => [id, map(entry, id)]))

/** A stored tenant without the members that a later version has added to its JSON: this version can neither check nor show them. */
export const dropUnknownMembers = <T extends TenantConfiguration>(record: T): T => ({
  ...record,
  options: pickKnown(record.options, optionNames),
  providers: mapEntries(record.providers, (entry) => ({
    ...pickKnown(entry, entryNames),
    accounts: entry.accounts.map((account) => pickKnown(account, accountNames)),
  })),
})

/**
 * A new configuration with the members that a later version has added to the stored one, as far as the same accounts still exist.
 */
export const keepUnknownMembers = <T extends TenantConfiguration>(
  next: T,
  stored: TenantConfiguration | undefined,
): T => {
  if (!stored) return next
  const keepInEntry = (entry: ProviderEntry, provider: string): ProviderEntry => {
    const before = Object.hasOwn(stored.providers, provider) ? stored.providers[provider] : undefined
    const accounts = entry.accounts.map((account) => ({
      ...pickUnknown(
        before?.accounts.find(({ id }) => id === account.id),
        accountNames,
      ),
      ...account,
    }))
    return { ...pickUnknown(before, entryNames), ...entry, accounts }
  }
  return {
    ...next,
    options: { ...pickUnknown(stored.options, optionNames), ...next.options },
    providers: mapEntries(next.providers, keepInEntry),
  }
}
