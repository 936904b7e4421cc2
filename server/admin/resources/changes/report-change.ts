import { inBackground } from '@patchbay/core/in-background'
import type { AuditEntry } from '@patchbay/core/store'
import type { HandlerParts } from '../../route/admin-route.ts'
import { createChangeNames } from './change-names.ts'
import { tellChange } from './tell-change.ts'

type ReportParts = Pick<HandlerParts, 'store' | 'domains' | 'adminKeyHashes' | 'configuration' | 'webhooks'>

const report = async (entry: AuditEntry, parts: ReportParts): Promise<void> => {
  const { id, at, tenant, action, key, changes } = entry
  const names = createChangeNames(parts)
  const title = (provider: string): string => parts.domains.get(provider)?.provider.title ?? provider
  const [by, text] = await Promise.all([names.author(entry), tellChange(entry, names, title)])
  parts.webhooks.emit('record.changed', { id, at, tenant, action, key, by, text, changes: changes ?? [] })
}

/** True for what is done with events: where the receiver takes none, dropping one would make another. */
const isOfEvents = ({ key }: AuditEntry): boolean => key?.startsWith('webhooks') ?? false

/** Tells the receiver of webhooks what an administrator changed, as `GET /admin/changes` tells it, where `WEBHOOK_CHANGES` says so. */
export const reportChange =
  (parts: ReportParts) =>
  (entry: AuditEntry): void => {
    if (parts.webhooks.isOn && parts.configuration.webhookChanges && !isOfEvents(entry))
      inBackground(report(entry, parts), 'report_change')
  }
