import { approvalCallBinding, approvalResultBinding, codeRunBinding } from '@patchbay/core/approvals'
import { answerBinding, intentsBinding, parametersBinding, tenantSecretBinding } from '@patchbay/core/effects'
import { accessTokenBinding, appSecretBinding, clientSecretBinding, refreshTokenBinding } from '@patchbay/core/refresh'
import type {
  RecordKind,
  Records,
  RevocationRecord,
  Store,
  VendorApplicationRecord,
  VendorClient,
  WebhookRecord,
} from '@patchbay/core/store'
import type { Binding, Vault } from '@patchbay/core/vault'
import { webhookUrlBinding } from '../webhooks/index.ts'

/** Records that hold sealed values, and how these are sealed again. */
export interface SealedKind<K extends RecordKind = RecordKind> {
  readonly kind: K
  /** Records that are read together; left out: as many as usual. */
  readonly atOnce?: number
  /** The sealed values of a record; `null`: this one is not set. */
  readonly sealed: (record: Records[K]) => readonly (string | null | undefined)[]
  /** Seals them again. `false`: the record was changed meanwhile. Throws VaultError. */
  readonly reSeal: (record: Records[K]) => Promise<boolean>
}

/** Answers of vendors, of up to 256 KiB each, that are read together. */
const answersAtOnce = 100
/** Runs of code, of up to some megabytes each. */
const runsAtOnce = 4

const defineKind = <K extends RecordKind>(kind: SealedKind<K>): SealedKind => kind as unknown as SealedKind

type Again = (sealed: string, binding: Binding) => Promise<string>

const accountKinds = (store: Store, again: Again): readonly SealedKind[] => [
  defineKind({
    kind: 'credentials',
    sealed: ({ sealed }) => [sealed],
    reSeal: async (record) =>
      store.credentials.reseal(record, record.version, await again(record.sealed, accessTokenBinding(record))),
  }),
  defineKind({
    kind: 'seeds',
    sealed: ({ sealed_client_secret, sealed_refresh_token }) => [sealed_client_secret, sealed_refresh_token],
    reSeal: async (record) =>
      store.seeds.reseal(record, record.version, {
        sealed_client_secret: await again(record.sealed_client_secret, clientSecretBinding(record)),
        sealed_refresh_token: await again(record.sealed_refresh_token, refreshTokenBinding(record)),
      }),
  }),
  defineKind({
    kind: 'apps',
    sealed: (app) => [app, ...app.former].map((client) => client.sealed_client_secret),
    reSeal: async (app) => store.apps.reseal(app, app.version, await reSealApplication(app, again)),
  }),
  defineKind({
    kind: 'revocations',
    sealed: ({ sealed_access_token, seed, app }) => [
      sealed_access_token,
      seed?.sealed_client_secret,
      seed?.sealed_refresh_token,
      app?.sealed_client_secret,
    ],
    reSeal: async (record) => store.revocations.update(await reSealRevocation(record, again)),
  }),
]

const reSealApplication = async (app: VendorApplicationRecord, again: Again) => {
  const renew = async <C extends VendorClient>(client: C): Promise<C> => ({
    ...client,
    sealed_client_secret:
      client.sealed_client_secret && (await again(client.sealed_client_secret, appSecretBinding(app))),
  })
  const { sealed_client_secret } = await renew(app)
  return { sealed_client_secret, former: await Promise.all(app.former.map(renew)) }
}

const reSealRevocation = async (record: RevocationRecord, again: Again): Promise<RevocationRecord> => {
  const { sealed_access_token: access, seed, app } = record
  return {
    ...record,
    sealed_access_token: access && (await again(access, accessTokenBinding(record))),
    seed: seed && {
      ...seed,
      sealed_client_secret: await again(seed.sealed_client_secret, clientSecretBinding(record)),
      sealed_refresh_token: await again(seed.sealed_refresh_token, refreshTokenBinding(record)),
    },
    app: app && {
      ...app,
      sealed_client_secret: app.sealed_client_secret && (await again(app.sealed_client_secret, appSecretBinding(app))),
    },
  }
}

const effectKinds = ({ effects, tenantSecrets }: Store, again: Again): readonly SealedKind[] => {
  const reSealValue = async (
    kind: 'intents' | 'unknownEffects' | 'effectKeys',
    id: string,
    before: string | null,
    binding: Binding,
  ): Promise<boolean> => before !== null && effects.reseal({ kind, id, before, sealed: await again(before, binding) })
  return [
    defineKind({
      kind: 'tenantSecrets',
      sealed: ({ sealed }) => [sealed],
      reSeal: async (record) => tenantSecrets.reseal(record, await again(record.sealed, tenantSecretBinding(record))),
    }),
    defineKind({
      kind: 'intents',
      sealed: ({ sealed }) => [sealed],
      reSeal: (record) => reSealValue('intents', record.id, record.sealed, intentsBinding(record)),
    }),
    defineKind({
      kind: 'unknownEffects',
      sealed: ({ sealed_parameters }) => [sealed_parameters],
      reSeal: (record) => reSealValue('unknownEffects', record.id, record.sealed_parameters, parametersBinding(record)),
    }),
    defineKind({
      kind: 'effectKeys',
      atOnce: answersAtOnce,
      sealed: ({ sealed_answer }) => [sealed_answer],
      reSeal: (record) => reSealValue('effectKeys', record.id, record.sealed_answer, answerBinding(record)),
    }),
  ]
}

const workKinds = (store: Store, again: Again): readonly SealedKind[] => {
  const reSealWebhook = async (record: WebhookRecord): Promise<boolean> => {
    const sealed_url = record.sealed_url && (await again(record.sealed_url, webhookUrlBinding(record)))
    // Read again, as it may have been tried meanwhile.
    const event = await store.webhooks.get(record.id)
    return event?.sealed_url === record.sealed_url && store.webhooks.update({ ...event, sealed_url })
  }
  return [
    defineKind({
      kind: 'approvalTexts',
      sealed: ({ sealed_call, sealed_result }) => [sealed_call, sealed_result],
      reSeal: async (text) =>
        store.approvals.reseal(text, {
          sealed_call: await again(text.sealed_call, approvalCallBinding(text)),
          sealed_result: text.sealed_result && (await again(text.sealed_result, approvalResultBinding(text))),
        }),
    }),
    defineKind({ kind: 'webhooks', sealed: ({ sealed_url }) => [sealed_url], reSeal: reSealWebhook }),
    defineKind({
      kind: 'codeRunTexts',
      atOnce: runsAtOnce,
      sealed: ({ sealed }) => [sealed],
      reSeal: async (text) => store.codeRuns.reseal(text, await again(text.sealed, codeRunBinding(text))),
    }),
  ]
}

/** Everything that the vault seals for the store. */
export const listSealedKinds = (store: Store, vault: Vault): readonly SealedKind[] => {
  const again: Again = async (sealed, binding) =>
    vault.isCurrent(sealed) ? sealed : vault.seal(await vault.open(sealed, binding), binding)
  return [...accountKinds(store, again), ...effectKinds(store, again), ...workKinds(store, again)]
}
