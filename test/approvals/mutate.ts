import type { ApprovalDesk } from '@patchbay/core/approvals'
import type {
  ApprovalRecord,
  Store,
  TenantConfiguration,
  TenantOptions,
  TenantTokenMembers,
} from '@patchbay/core/store'
import { asUnixMs, asUnixSeconds } from '@patchbay/core/time'

type Deciding = Pick<ApprovalDesk, 'find' | 'decide'>

/** The parts that a mutation may change between the question and the decision. */
export interface MutationStage {
  readonly store: Store
  readonly desk: ApprovalDesk
  /** A second gateway on the same store. */
  readonly otherDesk: ApprovalDesk
  /** A desk whose clock is after everything has expired. */
  readonly lateDesk: ApprovalDesk
  readonly changeTenant: (changes: Partial<TenantConfiguration>) => Promise<unknown>
  readonly changeOptions: (options: Partial<TenantOptions>) => Promise<unknown>
  readonly storeCredential: (secret: string) => Promise<unknown>
  /** Id of the token that asked. */
  readonly tokenId: string
  /** Another waiting call of the same token. */
  readonly other: ApprovalRecord
  /** Makes the provider's action another one, until called again with `false`. */
  readonly changePlugin: (isChanged: boolean) => void
}

/** `sent`: exactly what was stored, once. `nothing`: nothing, and the approval says why. */
export type Wanted = 'sent' | 'nothing'

export interface Mutation {
  readonly name: string
  readonly want: Wanted
  /** Changes something, and decides; what it throws is a refusal of the decision. */
  run(stage: MutationStage, record: ApprovalRecord): Promise<void>
  /** Puts back what others of the tenant need. */
  restore?(stage: MutationStage): Promise<unknown>
}

const admin = { by: 'admin', id: 'an-admin-key', name: 'Ada' } as const

const approve = async (desk: Deciding, { id }: ApprovalRecord, digest?: string): Promise<void> => {
  const record = await desk.find(id)
  await desk.decide(record, admin, { decision: 'approve', digest: digest ?? record.digest })
}

/** Something changes the stored record behind the gateway's back. */
const tamper = (name: string, change: (record: ApprovalRecord, stage: MutationStage) => Partial<ApprovalRecord>) => ({
  name,
  want: 'nothing' as const,
  async run(stage: MutationStage, record: ApprovalRecord) {
    await stage.store.approvals.swap(record.version, {
      ...record,
      ...change(record, stage),
      version: crypto.randomUUID(),
    })
    await approve(stage.desk, record)
  },
})

/** An administrator changes something of the tenant or the token. */
const change = (
  name: string,
  want: Wanted,
  act: (stage: MutationStage) => Promise<unknown>,
  restore?: (stage: MutationStage) => Promise<unknown>,
): Mutation => ({
  name,
  want,
  async run(stage, record) {
    await act(stage)
    await approve(stage.desk, record)
  },
  ...(restore && { restore }),
})

const changeToken =
  (members: Partial<TenantTokenMembers>) =>
  ({ store, tokenId }: MutationStage) =>
    store.tenantTokens.change('acme', tokenId, members)

const changeOptions = (options: Partial<TenantOptions>) => (stage: MutationStage) => stage.changeOptions(options)

const changeStatus =
  (status: TenantConfiguration['status']) =>
  ({ changeTenant }: MutationStage) =>
    changeTenant({ status })

export const mutatedAccount = { tenant: 'acme', provider: 'fixture', account: 'main' }

const putText = async ({ store }: MutationStage, { id }: ApprovalRecord, sealed_call: string): Promise<void> => {
  const text = await store.approvals.text(id)
  if (text) await store.approvals.reseal(text, { sealed_call, sealed_result: null })
}

export const mutations: readonly Mutation[] = [
  change('nothing', 'sent', async () => undefined),
  change('the rule that asks is gone', 'sent', changeOptions({ ask: [] }), changeOptions({ ask: ['*:write'] })),
  change('the token is denied the action', 'nothing', changeToken({ deny: ['fixture:create'] })),
  change('the token is allowed something else', 'nothing', changeToken({ allow: ['fixture:read'] })),
  change('the token has expired', 'nothing', changeToken({ expires_at: asUnixSeconds(1) })),
  change('the token is revoked', 'nothing', ({ store, tokenId }) => store.tenantTokens.revoke('acme', tokenId)),
  change(
    'the tenant is denied the action',
    'nothing',
    changeOptions({ deny: ['*:write'] }),
    changeOptions({ deny: [] }),
  ),
  change('the tenant is suspended', 'nothing', changeStatus('suspended'), changeStatus('active')),
  change('another credential is stored', 'nothing', ({ storeCredential }) =>
    storeCredential(`another-${crypto.randomUUID()}`),
  ),
  change(
    'the credential is gone',
    'nothing',
    ({ store }) => store.credentials.remove(mutatedAccount),
    ({ storeCredential }) => storeCredential('a-token'),
  ),
  {
    name: 'the plugin makes another request',
    want: 'nothing',
    async run(stage, record) {
      stage.changePlugin(true)
      await approve(stage.desk, record)
    },
    restore: async ({ changePlugin }) => changePlugin(false),
  },
  tamper('the digest', ({ digest }) => ({ digest: digest.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })),
  tamper('the expiry', ({ expires_at }) => ({ expires_at: asUnixMs(expires_at + 3_600_000) })),
  tamper('the number of people', () => ({ needed: 0 })),
  tamper('the action', () => ({ action: 'rename' })),
  tamper('the account', () => ({ account: 'other' })),
  tamper('the provider', () => ({ provider: 'hubspot' })),
  tamper('the token', () => ({ token_id: '0123456789ab' })),
  tamper('the rule', () => ({ rule: 'tenant other:read' })),
  tamper('the policy', () => ({ policy: 'another' })),
  {
    name: 'the call is that of another approval',
    want: 'nothing',
    async run(stage, record) {
      await putText(stage, record, (await stage.store.approvals.text(stage.other.id))?.sealed_call ?? '')
      await approve(stage.desk, record)
    },
  },
  {
    name: 'the call is unreadable',
    want: 'nothing',
    async run(stage, record) {
      await putText(stage, record, 'eyJhbGciOiJkaXIifQ..x')
      await approve(stage.desk, record)
    },
  },
  {
    name: 'the digest is that of another call',
    want: 'nothing',
    run: ({ desk, other }, record) => approve(desk, record, other.digest),
  },
  {
    name: 'it has expired',
    want: 'nothing',
    run: ({ lateDesk }, record) => approve(lateDesk, record),
  },
  {
    name: 'it is withdrawn',
    want: 'nothing',
    async run({ desk }, record) {
      const { tenant, token_id: tokenId } = record
      await desk.withdraw(record.id, { tenant, tokenId, tokenHash: null, grantId: undefined })
      await approve(desk, record)
    },
  },
  {
    name: 'another says no first',
    want: 'nothing',
    async run({ desk }, record) {
      await desk.decide(record, { ...admin, id: 'another-key' }, { decision: 'refuse', digest: record.digest })
      await approve(desk, record)
    },
  },
  {
    name: 'the decision is played back',
    want: 'sent',
    async run({ desk }, record) {
      await approve(desk, record)
      await approve(desk, record)
    },
  },
  {
    name: 'two people decide at once, at two gateways',
    want: 'sent',
    async run({ desk, otherDesk }, record) {
      const word = { decision: 'approve', digest: record.digest } as const
      await Promise.allSettled([
        desk.decide(record, admin, word),
        otherDesk.decide(record, { ...admin, id: 'another-key' }, word),
      ])
    },
  },
  {
    name: 'two gateways carry it out at once',
    want: 'sent',
    async run({ desk, otherDesk, store }, record) {
      await approve(desk, record)
      const current = await store.approvals.get(record.id)
      if (current)
        await store.approvals.swap(current.version, { ...current, due_at: asUnixMs(0), version: crypto.randomUUID() })
      await Promise.all([otherDesk.sweep(10), otherDesk.sweep(10)])
    },
  },
]
