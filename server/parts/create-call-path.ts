import { createLimits, createReserveQuota, createStoreCache, createVendorQuotas } from '@patchbay/core/admission'
import { createApprovalDesk, createAsking, type ReadNow } from '@patchbay/core/approvals'
import { type AuditLog, createAuditLog, gatherAll, gatherWhenBusy } from '@patchbay/core/audit'
import { createAnswerCache, createRequestMemo } from '@patchbay/core/cache'
import {
  type ApprovedCallParts,
  createCalls,
  createConfirmEffect,
  createProbe,
  createReadNow,
  createRunApproved,
} from '@patchbay/core/call'
import { createDeadlines } from '@patchbay/core/context'
import { createIntentSeal } from '@patchbay/core/effects'
import { createKeepFailedCall } from '@patchbay/core/failed-calls'
import { createFetcher, type Fetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createFileAccess, createFileShelf } from '@patchbay/core/files'
import { exchangeByAction } from '@patchbay/core/vendor'
import { createOfferConnect, createRevoker } from '../connect/index.ts'
import { createStoreWatch } from '../health/store-watch.ts'
import { isLoopbackUrl } from '../http/origins.ts'
import { audiences } from '../oauth/protocol/audiences.ts'
import { createChangedTools, createSpeakMcp } from '../upstream-mcp/index.ts'
import { createAnswerWatch } from '../watch/answers.ts'
import {
  approvalUrl,
  createQuotaEvents,
  createWebhookEmitter,
  emitApproval,
  type WebhookEmitter,
  webhookKey,
} from '../webhooks/index.ts'
import { createCredentialCare } from './create-credential-care.ts'
import { createWrites } from './create-writes.ts'
import type { Base } from './open-base.ts'

const cacheBounds = { total: 32 * 2 ** 20, tenant: 8 * 2 ** 20 }

/** The audit log, and the watch that knows when the store can't be written. */
const createAudit = ({ configuration, store, vault, metrics, log, membership }: Base) => {
  const watch = createStoreWatch(store)
  const auditLog = createAuditLog({
    effects: store.effects,
    observer: metrics,
    gathering: configuration.mongodbUri === null ? gatherWhenBusy : gatherAll,
    isUp: () => watch.isUp('audit'),
    keepFailed: createKeepFailedCall({
      store,
      vault,
      onError: (error) => log.warn({ err: error }, 'the request and answer of a failed call could not be kept'),
    }),
    gatewayId: membership.id,
    seal: createIntentSeal(vault),
    onFailure: (entries, cause) =>
      log.error({ err: cause, entries }, 'audit entries could not be written; the gateway tries again'),
  })
  return { watch, auditLog }
}

/** The fetcher for providers, and another for the metadata documents of OAuth clients. */
const createOutgoing = ({ configuration, tracing, log }: Base) => {
  const proxy = configuration.outgoingProxy
  const providerOrigins = new Map(Object.entries(configuration.providerOrigins))
  const allowed = parseAllowedHosts(configuration.allowedPrivateHosts, [...providerOrigins.values()])
  // Strangers choose the documents' URLs, so the hosts that the operator allows for providers are not allowed here.
  const forStrangers = parseAllowedHosts(isLoopbackUrl(configuration.baseUrl) ? '127.0.0.0/8,::1/128' : '')
  return {
    providerOrigins,
    fetcher: tracing.traceFetcher(createFetcher({ allowed, proxy })),
    documents: {
      fetcher: tracing.traceFetcher(createFetcher({ allowed: forStrangers, proxy })),
      onUnusable: (url: string, reason: string) =>
        log.info({ client_id: url, reason }, 'a client metadata document can’t be used'),
    },
  }
}

/** The caches of records, answers and prepared calls. Each drops its entries when the store reports a change. */
const createMemory = ({ store, vault }: Base, baseUrl: () => string) => {
  const storeCache = createStoreCache(store, vault, (resource) => audiences(baseUrl()).includes(resource))
  const cache = createAnswerCache(cacheBounds)
  const memo = createRequestMemo()
  store.changes.listen((change) => {
    for (const holder of [cache, memo]) {
      if (change.kind === 'tenant') holder.forgetTenant(change.tenant)
      else if (change.kind === 'everything') holder.forgetAll()
    }
  })
  return { storeCache, cache, memo }
}

const createWatch = ({ domains, store, log }: Base) =>
  createAnswerWatch({
    domains,
    snapshots: store.snapshots,
    onError: (error) => log.warn({ err: error }, 'samples for the watch over vendors could not be stored'),
  })

const createEvents = ({ configuration, store, vault, log }: Base, fetcher: Fetcher) => {
  const { webhookUrl: url, webhookSecret: secret } = configuration
  const target = url === null || secret === null ? null : { url, key: webhookKey(secret) }
  return createWebhookEmitter({ store, vault, fetcher, log, target })
}

/** The parts for calls that wait for approval: the call path stores them and carries them out. */
const createWaiting = (
  { store, vault, domains, membership, log }: Base,
  {
    webhooks,
    auditLog,
    baseUrl,
  }: { readonly webhooks: WebhookEmitter; readonly auditLog: AuditLog; readonly baseUrl: () => string },
) => {
  const asking = createAsking({
    store,
    vault,
    auditLog,
    onWaiting: (record, secret) => emitApproval(webhooks, record, approvalUrl(baseUrl(), secret)),
  })
  const createDesk = (parts: Omit<ApprovedCallParts, 'store'> & { readonly readNow: ReadNow }) =>
    createApprovalDesk({
      ...parts,
      store,
      vault,
      domains,
      approvalUrl: (secret) => approvalUrl(baseUrl(), secret),
      gateway: membership,
      run: createRunApproved({ ...parts, store }),
      onChange: (record) => emitApproval(webhooks, record),
      onError: (error) =>
        log.warn({ err: error }, 'an approved call could not be carried out; the gateway tries again'),
    })
  return { asking, createDesk }
}

/** The call path with everything that its steps need. `baseUrl` is called only after the gateway listens. */
export const createCallPath = (base: Base, baseUrl: () => string) => {
  const { configuration, store, vault, log, domains } = base
  const { watch, auditLog } = createAudit(base)
  const { fetcher, documents, providerOrigins } = createOutgoing(base)
  const memory = createMemory(base, baseUrl)
  const { storeCache } = memory
  const limits = createLimits(store.counters, configuration)
  const vendorQuotas = createVendorQuotas(store.vendorQuotas, base.metrics.limited)
  const deadlines = createDeadlines(configuration.requestTimeoutMs)
  const webhooks = createEvents(base, fetcher)
  const { maxResponseBytes, selfHostedHosts } = configuration
  const revoker = createRevoker({ store, vault, fetcher, domains, auditLog, log })
  const { refresher, verdicts } = createCredentialCare(base, { fetcher, auditLog, webhooks, storeCache })
  const reserveQuota = createReserveQuota(store, storeCache, createQuotaEvents(webhooks))
  const access = { fetcher, providerOrigins, selfHostedHosts, maxResponseBytes }
  const onChangedTool = createChangedTools(store.snapshots, (error) =>
    log.warn({ err: error }, 'a changed tool could not be stored for the suggestions'),
  )
  const upstreamMcp = createSpeakMcp(onChangedTool, store.changes)
  const vendor = { access, exchange: exchangeByAction(upstreamMcp.speak) }
  const offerConnect = createOfferConnect({ store, domains, auditLog, baseUrl })
  const answerWatch = configuration.crons['vendor-watch'] === 'off' ? undefined : createWatch(base)
  const fileShelf = createFileShelf({ ...configuration, store, vault, baseUrl })
  const { effects, effectsWatch } = createWrites(base, { auditLog, webhooks, cache: memory.cache, fileShelf })
  const fileAccess = createFileAccess(domains)
  const { asking, createDesk } = createWaiting(base, { webhooks, auditLog, baseUrl })
  const calls = createCalls({
    ...memory,
    store,
    vendor,
    deadlines,
    domains,
    refresher,
    verdicts,
    limits,
    vendorQuotas,
    auditLog,
    effects,
    fileShelf,
    fileAccess,
    asking,
    reserveQuota,
    offerConnect,
    watchAnswer: answerWatch?.watch,
  })
  const probe = createProbe({ vendor, deadlines, verdicts })
  const looking = { vendor, deadlines, domains, storeCache, vendorQuotas, refresher }
  const approvalDesk = createDesk({ calls, storeCache, auditLog, readNow: createReadNow(looking) })
  const confirmEffect = createConfirmEffect(looking)
  const people = { webhooks, approvalDesk, revoker, answerWatch, effectsWatch }
  return {
    watch,
    auditLog,
    fetcher,
    documents,
    storeCache,
    limits,
    deadlines,
    refresher,
    vendorQuotas,
    calls,
    probe,
    confirmEffect,
    fileShelf,
    fileAccess,
    closeToolServers: upstreamMcp.close,
    ...people,
  }
}

export type CallPath = ReturnType<typeof createCallPath>
