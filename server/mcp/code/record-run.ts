import { createHash } from 'node:crypto'
import type { AuditLog } from '@patchbay/core/audit'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import type { GatewayError } from '@patchbay/core/errors'
import type { ActBesideCalls } from '@patchbay/core/store'
import type { McpScope } from '../mcp-scope.ts'
import type { ToolEffect } from '../tools/tool-names.ts'

/** Records a run, or a part of a resumed one. Without an `ending` it went well. */
export type RecordRun = (
  scope: McpScope,
  run: { readonly id: string; readonly effect: ToolEffect },
  told: { readonly code: string; readonly isContinued: boolean },
  ending?: Partial<Pick<GatewayError, 'code' | 'status' | 'reason'>>,
) => Promise<void>

/** The id of a run's entry is the run's; the entry of a later part has the run as its parent. */
export const createRecordRun =
  (auditLog: Pick<AuditLog, 'record'>): RecordRun =>
  ({ tenant, caller }, { id, effect }, { code, isContinued }, { status = 200, reason, code: errorCode } = {}) =>
    auditLog.record(
      {
        tenant: tenant.id,
        action: (effect === 'read' ? 'run_read' : 'run_code') satisfies ActBesideCalls,
        source: 'mcp',
        key: `runs/${id}`,
        code: errorCode,
        status,
        ip: caller.arrival.ip,
        token_id: caller.tokenId,
        request_id: caller.arrival.requestId,
        duration_ms: elapsedMs(caller.arrival.startedAt),
        reason,
        digest: createHash('sha256').update(code).digest('hex'),
        ...(isContinued && { parent: id }),
      },
      isContinued ? undefined : id,
    )
