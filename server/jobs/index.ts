import type { ApprovalDesk } from '@patchbay/core/approvals'
import type { FileShelf } from '@patchbay/core/files'
import type { Refresher } from '@patchbay/core/refresh'
import type { Reports } from '@patchbay/core/reports'
import type { Store } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { Crons } from '../configuration/crons.ts'
import type { Revoker } from '../connect/index.ts'
import type { WebhookEmitter } from '../webhooks/index.ts'
import { createApprovalsJob } from './approvals.ts'
import { type ConfirmEffectsJobParts, createConfirmEffectsJob } from './confirm-effects.ts'
import { createForgetFilesJob } from './forget-files.ts'
import { createForgetKeysJob } from './forget-keys.ts'
import { createHealthSnapshotJob, type HealthSnapshotParts } from './health-snapshot.ts'
import { createReSealJob } from './re-seal.ts'
import { createRefreshTokensJob } from './refresh-tokens.ts'
import { createRetentionJob } from './retention.ts'
import { createRevocationsJob } from './revocations.ts'
import type { Job } from './schedule/job.ts'
import { createSuggestionsJob, type SuggestionsJobParts } from './suggestions.ts'
import { createUsageRollUpJob } from './usage-roll-up.ts'
import { createVendorWatchJob, type VendorWatchJobParts } from './vendor-watch.ts'
import { createWebhooksJob, type WebhooksJobParts } from './webhooks.ts'

export { createRunJob, findLastRun, type JobRun } from './schedule/run-job.ts'
export { createScheduler, type Scheduler } from './schedule/scheduler.ts'
export { createSchedules, type Schedules } from './schedule/schedules.ts'

export interface JobParts
  extends HealthSnapshotParts,
    Omit<SuggestionsJobParts, 'watchVendors'>,
    VendorWatchJobParts,
    Pick<ConfirmEffectsJobParts, 'confirmEffect' | 'requestTimeoutMs'>,
    WebhooksJobParts {
  readonly store: Store
  readonly reports: Reports
  readonly webhooks: WebhookEmitter
  readonly vault: Vault
  readonly revoker: Revoker
  readonly approvalDesk: ApprovalDesk
  readonly fileShelf: FileShelf
  readonly refresher: Refresher
  readonly auditRetentionDays: number
}

/** Every job that isn't switched off by the configuration. */
export const createJobs = (crons: Crons, parts: JobParts): readonly Job[] => {
  const roll = createUsageRollUpJob(crons['usage-roll-up'], parts)
  return [
    createHealthSnapshotJob(crons['health-snapshot'], parts),
    createRefreshTokensJob(crons['refresh-tokens'], parts),
    createReSealJob(crons['re-seal'], parts),
    roll,
    createWebhooksJob(crons.webhooks, parts),
    createConfirmEffectsJob(crons['confirm-effects'], parts),
    createRevocationsJob(crons.revocations, parts),
    createApprovalsJob(crons.approvals, parts),
    createSuggestionsJob(crons.suggestions, { ...parts, watchVendors: crons['vendor-watch'] !== 'off' }),
    createVendorWatchJob(crons['vendor-watch'], parts),
    createForgetKeysJob(crons['forget-keys'], parts),
    createForgetFilesJob(crons['forget-files'], parts),
    createRetentionJob(crons.retention, {
      store: parts.store,
      days: parts.auditRetentionDays,
      count: roll.run,
    }),
  ].filter(({ cron }) => cron !== 'off')
}
