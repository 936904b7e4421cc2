import type { Store } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { countSchema, instant, orNull } from '../../route/values/schemas.ts'
import { type AccountState, accountStates, readConfiguredAccounts, readProbes } from './read-configured-accounts.ts'

const countJson = Type.Object({
  provider: Type.String(),
  state: Type.Enum([...accountStates], {
    description:
      'The state of the credential. `missing`: no credential is stored. `silent`: the credential seems valid, but the last probe with it failed',
  }),
  accounts: countSchema(),
})

export const accountStatesJson = Type.Object(
  {
    at: instant('When the states were read'),
    probed_at: orNull(instant(), 'When an account was last probed; `null`: no account was probed yet'),
    counts: Type.Array(countJson, { description: 'Most accounts first; states without accounts are left out' }),
  },
  { title: 'AccountStates' },
)

/** The number of accounts of each provider by state, as the store has them now; calls run while it is read. */
export const readAccountStates = async (store: Store, now: Date): Promise<Type.Static<typeof accountStatesJson>> => {
  const tally = new Map<string, Map<AccountState, number>>()
  const probes = await readProbes(store)
  for await (const { provider, state } of readConfiguredAccounts(store, { probes, now })) {
    const counts = tally.get(provider) ?? new Map<AccountState, number>()
    tally.set(provider, counts.set(state, (counts.get(state) ?? 0) + 1))
  }
  const counts = [...tally].flatMap(([provider, states]) =>
    [...states].map(([state, accounts]) => ({ provider, state, accounts })),
  )
  return {
    at: isoTime(now),
    probed_at: probes.at,
    counts: counts.toSorted((one, other) => other.accounts - one.accounts),
  }
}
