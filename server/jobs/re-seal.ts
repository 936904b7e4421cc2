import { approvalCallBinding, approvalResultBinding, codeRunBinding } from '@patchbay/core/approvals'
import { answerBinding, intentsBinding, parametersBinding, tenantSecretBinding } from '@patchbay/core/effects'
import { accessTokenBinding, appSecretBinding, clientSecretBinding, refreshTokenBinding } from '@patchbay/core/refresh'
import { readAll } from '@patchbay/core/rules'
import type {
  ApprovalText,
  CodeRunText,
  CredentialRecord,
  ResealedValue,
  RevocationRecord,
  SeedRecord,
  Store,
  TenantSecretRecord,
  VendorApplicationRecord,
  VendorClient,
  WebhookRecord,
} from '@patchbay/core/store'
import { type Binding, type Vault, VaultError } from '@patchbay/core/vault'
import { webhookUrlBinding } from '../webhooks/index.ts'
import type { Job } from './schedule/job.ts'

/** Answers of vendors, of up to 256 KiB each, that are read together. */
const answersAtOnce = 100
/** Runs of code, of up to some megabytes each. */
const runsAtOnce = 4

const isUnreadable = (error: unknown): false => {
  if (error instanceof VaultError) return false
  throw error
}

/**
 * Seals again, under the first key, whatever another key sealed. After a run with `left: 0` the other keys can be removed.
 * The remaining values were changed during the run, or their key is missing.
 */
export const createReSealJob = (
  cron: string,
  { store, vault }: { readonly store: Store; readonly vault: Vault },
): Job => {
  const again = async (sealed: string, binding: Binding): Promise<string> =>
    vault.isCurrent(sealed) ? sealed : vault.seal(await vault.open(sealed, binding), binding)

  const reSealCredential = async (record: CredentialRecord): Promise<boolean> =>
    store.credentials.reseal(record, record.version, await again(record.sealed, accessTokenBinding(record)))

  const reSealSeed = async (record: SeedRecord): Promise<boolean> =>
    store.seeds.reseal(record, record.version, {
      sealed_client_secret: await again(record.sealed_client_secret, clientSecretBinding(record)),
      sealed_refresh_token: await again(record.sealed_refresh_token, refreshTokenBinding(record)),
    })

  const reSealRevocation = async (record: RevocationRecord): Promise<boolean> => {
    const { sealed_access_token: access, seed, app } = record
    return store.revocations.update({
      ...record,
      sealed_access_token: access && (await again(access, accessTokenBinding(record))),
      seed: seed && {
        ...seed,
        sealed_client_secret: await again(seed.sealed_client_secret, clientSecretBinding(record)),
        sealed_refresh_token: await again(seed.sealed_refresh_token, refreshTokenBinding(record)),
      },
      app: app && {
        ...app,
        sealed_client_secret:
          app.sealed_client_secret && (await again(app.sealed_client_secret, appSecretBinding(app))),
      },
    })
  }

  const reSealApplication = async (app: VendorApplicationRecord): Promise<boolean> => {
    const renew = async <C extends VendorClient>(client: C): Promise<C> => ({
      ...client,
      sealed_client_secret:
        client.sealed_client_secret && (await again(client.sealed_client_secret, appSecretBinding(app))),
    })
    const { sealed_client_secret } = await renew(app)
    const former = await Promise.all(app.former.map(renew))
    return store.apps.reseal(app, app.version, { sealed_client_secret, former })
  }

  const reSealTenantSecret = async (record: TenantSecretRecord): Promise<boolean> =>
    store.tenantSecrets.reseal(record, await again(record.sealed, tenantSecretBinding(record)))

  const reSealValue = async (value: Omit<ResealedValue, 'sealed'>, binding: Binding): Promise<boolean> =>
    store.effects.reseal({ ...value, sealed: await again(value.before, binding) })

  const reSealApproval = async (text: ApprovalText): Promise<boolean> =>
    store.approvals.reseal(text, {
      sealed_call: await again(text.sealed_call, approvalCallBinding(text)),
      sealed_result: text.sealed_result && (await again(text.sealed_result, approvalResultBinding(text))),
    })

  const reSealCodeRun = async (text: CodeRunText): Promise<boolean> =>
    store.codeRuns.reseal(text, await again(text.sealed, codeRunBinding(text)))

  const reSealWebhook = async (record: WebhookRecord): Promise<boolean> => {
    const sealed_url = record.sealed_url && (await again(record.sealed_url, webhookUrlBinding(record)))
    // Read again, as it may have been tried meanwhile.
    const event = await store.webhooks.get(record.id)
    return event?.sealed_url === record.sealed_url && store.webhooks.update({ ...event, sealed_url })
  }

  return {
    name: 're-seal',
    cron,
    changes: ['resealed', 'left'],
    async run(signal) {
      const tally = { current: 0, resealed: 0, left: 0 }

      const count = async (sealed: readonly string[], work: () => Promise<boolean>): Promise<void> => {
        signal.throwIfAborted()
        if (sealed.every(vault.isCurrent)) tally.current++
        else if (await work().catch(isUnreadable)) tally.resealed++
        else tally.left++
      }

      for await (const { records } of readAll(store, 'credentials')) {
        for (const record of records) await count([record.sealed], () => reSealCredential(record))
      }
      for await (const { records } of readAll(store, 'seeds')) {
        for (const record of records) {
          await count([record.sealed_client_secret, record.sealed_refresh_token], () => reSealSeed(record))
        }
      }
      for (const app of await store.apps.list()) {
        const sealed = [app, ...app.former].map((client) => client.sealed_client_secret).filter((each) => each !== null)
        if (sealed.length > 0) await count(sealed, () => reSealApplication(app))
      }
      for await (const { records } of readAll(store, 'revocations')) {
        for (const record of records) {
          const { sealed_access_token, seed, app } = record
          const sealed = [sealed_access_token, seed?.sealed_client_secret, seed?.sealed_refresh_token]
          const all = [...sealed, app?.sealed_client_secret].filter((value) => typeof value === 'string')
          await count(all, () => reSealRevocation(record))
        }
      }
      for await (const { records } of readAll(store, 'tenantSecrets')) {
        for (const record of records) await count([record.sealed], () => reSealTenantSecret(record))
      }

      const countValue = async (
        kind: ResealedValue['kind'],
        id: string,
        before: string | null,
        binding: Binding,
      ): Promise<void> => {
        if (before !== null) await count([before], () => reSealValue({ kind, id, before }, binding))
      }
      for await (const { records } of readAll(store, 'intents')) {
        for (const record of records) await countValue('intents', record.id, record.sealed, intentsBinding(record))
      }
      for await (const { records } of readAll(store, 'unknownEffects')) {
        for (const record of records)
          await countValue('unknownEffects', record.id, record.sealed_parameters, parametersBinding(record))
      }
      for await (const { records } of readAll(store, 'effectKeys', null, answersAtOnce)) {
        for (const record of records)
          await countValue('effectKeys', record.id, record.sealed_answer, answerBinding(record))
      }
      for await (const { records } of readAll(store, 'approvalTexts')) {
        for (const record of records) {
          const sealed = [record.sealed_call, record.sealed_result].filter((value) => value !== null)
          await count(sealed, () => reSealApproval(record))
        }
      }
      for await (const { records } of readAll(store, 'webhooks')) {
        for (const record of records) {
          if (record.sealed_url !== null) await count([record.sealed_url], () => reSealWebhook(record))
        }
      }
      for await (const { records } of readAll(store, 'codeRunTexts', null, runsAtOnce)) {
        for (const record of records) await count([record.sealed], () => reSealCodeRun(record))
      }
      return tally
    },
  }
}
