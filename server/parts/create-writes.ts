import type { AuditLog } from '@patchbay/core/audit'
import type { AnswerCache } from '@patchbay/core/cache'
import { createCallEffects, createRecovery } from '@patchbay/core/effects'
import type { FileShelf } from '@patchbay/core/files'
import { surfaceWords } from '../http/surface-words.ts'
import { emitUnknown, type WebhookEmitter } from '../webhooks/index.ts'
import { createEffectsWatch } from './effects-watch.ts'
import type { Base } from './open-base.ts'

/** The effects of writes, and the watch that finds out what became of those of dead gateways. */
export const createWrites = (
  { store, vault, membership, log }: Base,
  {
    auditLog,
    webhooks,
    cache,
    fileShelf,
  }: {
    readonly auditLog: AuditLog
    readonly webhooks: WebhookEmitter
    readonly cache: AnswerCache
    readonly fileShelf: FileShelf
  },
) => {
  const recovery = createRecovery({
    store,
    vault,
    gatewayId: membership.id,
    isOpen: auditLog.isOpen,
    onUnknown: emitUnknown(webhooks),
    onDamaged: (line, { id, gateway_id }) =>
      log.error(
        { batch: id, gateway: gateway_id, line },
        'the record of a write that a gateway left open is damaged: nobody knows what it did, and the audit log lacks it',
      ),
  })
  const effects = createCallEffects({
    store,
    vault,
    auditLog,
    gateway: membership,
    surfaceWords,
    onError: (error) => log.warn({ err: error }, 'what became of a write, or its answer, could not be recorded'),
    onLateEffect: cache.invalidate,
  })
  const recoverAll = async (): Promise<void> => {
    await recovery.ofDeadGateways()
    // Neither a start nor the recovery of writes depends on it.
    await fileShelf
      .forgetLapsed(!store.gateways.isShared)
      .catch((error) => log.warn({ err: error }, 'unfinished files of dead gateways could not be removed'))
  }
  const effectsWatch = createEffectsWatch(store, { ...recovery, ofDeadGateways: recoverAll }, effects, log)
  return { effects, effectsWatch }
}
