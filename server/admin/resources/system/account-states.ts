import { accountPath, type Store } from '@patchbay/core/store'
import Type from 'typebox'
import { type ProbeState, readSystemHealth } from '../../../health/system-health.ts'
import { allTenants } from '../../../store/rules/all-tenants.ts'
import { countSchema, instant, orNull } from '../../route/values/schemas.ts'
import { credentialToJson, tokenStates } from '../credentials/json.ts'
import { storedAccounts } from '../credentials/list.ts'

/** The states of an account: that of its credential, or `missing`. `silent`: the credential seems fine, and the last probe failed. */
const states = [...tokenStates, 'missing', 'silent'] as const
type State = (typeof states)[number]

const countJson = Type.Object({
  provider: Type.String(),
  state: Type.Enum([...states], {
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

interface Probes {
  readonly last: ReadonlyMap<string, ProbeState>
  readonly at: string | null
}

const readProbes = async ({ snapshots }: Store): Promise<Probes> => {
  const snapshot = await readSystemHealth(snapshots)
  const probed = (snapshot?.accounts ?? []).flatMap(({ probe, ...ref }) =>
    probe ? [[accountPath(ref), probe] as const] : [],
  )
  const times = probed.map(([, { at }]) => at).toSorted()
  return { last: new Map(probed), at: times.at(-1) ?? null }
}

/** The number of accounts in each state by provider, as the store has them now. Calls run while it is read. */
export const readAccountStates = async (store: Store, now: Date): Promise<Type.Static<typeof accountStatesJson>> => {
  const tally = new Map<string, Map<State, number>>()
  const add = (provider: string, state: State, accounts: number): void => {
    const counts = tally.get(provider) ?? new Map<State, number>()
    tally.set(provider, counts.set(state, (counts.get(state) ?? 0) + accounts))
  }
  const probes = await readProbes(store)
  for await (const { ref, credential, seed } of storedAccounts(store, null)) {
    const { state } = credentialToJson(ref, credential, seed, now)
    const probe = probes.last.get(accountPath(ref))
    const isSilent = probe?.outcome === 'error' && probe.version === credential?.version
    add(ref.provider, isSilent && (state === 'valid' || state === 'expiring_soon') ? 'silent' : state, 1)
    // Each of them is also counted as missing, with the accounts of its tenant.
    add(ref.provider, 'missing', -1)
  }
  for await (const { providers } of allTenants(store)) {
    for (const [provider, { accounts }] of Object.entries(providers)) add(provider, 'missing', accounts.length)
  }
  const counts = [...tally].flatMap(([provider, found]) =>
    [...found].map(([state, accounts]) => ({ provider, state, accounts })),
  )
  return {
    at: now.toISOString(),
    probed_at: probes.at,
    counts: counts.filter(({ accounts }) => accounts > 0).toSorted((one, other) => other.accounts - one.accounts),
  }
}
