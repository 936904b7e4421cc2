import type { AdmissionLimits } from '@patchbay/core/admission'
import { type AuditLog, recordRequest } from '@patchbay/core/audit'
import type { Calls } from '@patchbay/core/call'
import { toAsker } from '@patchbay/core/context'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError } from '@patchbay/core/errors'
import { type FileAccess, type FileShelf, showFile } from '@patchbay/core/files'
import type { ActBesideCalls } from '@patchbay/core/store'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { admitCaller, answerCaller } from '../rest/index.ts'
import { type DownloadParts, openDownload } from './open-download.ts'
import { receiveFile } from './receive-file.ts'
import { sendFile } from './send-file.ts'

export interface FileRouteParts extends DownloadParts {
  readonly calls: Pick<Calls, 'identify' | 'count'>
  readonly fileShelf: FileShelf
  readonly fileAccess: FileAccess
  readonly auditLog: AuditLog
  readonly limits: Pick<AdmissionLimits, 'failedRequest'>
  /** Milliseconds without a byte, after which a transfer is given up. */
  readonly requestTimeoutMs: number
}

const path = '/api/v1/:tenant/files'

const upload = async (parts: FileRouteParts, exchange: Exchange): Promise<Reply> => {
  const counted = await admitCaller(parts.calls, exchange)
  const { about, bytes } = receiveFile(exchange, parts.requestTimeoutMs)
  const { caller } = counted
  const keep = () => {
    parts.fileAccess.assertMayUpload(caller.access, caller.tenant)
    return parts.fileShelf.keep(toAsker(caller), about, bytes)
  }
  const { file } = await recordRequest(parts.auditLog, caller, { action: 'put_file', key: 'files' }, keep)
  const location = `/api/v1/${caller.tenant.id}/files/${file.id}`
  return answerCaller(counted, showFile(file), 201, { location })
}

/** The download of a link. One of nobody is counted as a stranger's guess. */
const download = async (parts: FileRouteParts, exchange: Exchange) => {
  const { fileShelf, auditLog, limits, requestTimeoutMs: stalledMs } = parts
  const { ip, requestId } = exchange
  auditLog.assertWritable()
  const { file, giveBack } = await fileShelf.takeLink(exchange.params.secret ?? '').catch(async (thrown) => {
    const { code, status, reason } = asGatewayError(thrown)
    auditLog.refused({ ip, source: 'rest', code, status, reason })
    if (code === 'NOT_FOUND') await limits.failedRequest(ip)
    throw thrown
  })
  exchange.hasKnownSecret = true
  const bytes = await openDownload(parts, file, file.token_hash).catch(async (error) => {
    await giveBack()
    throw error
  })
  const { tenant, token_id } = file
  await auditLog.record({
    tenant,
    action: 'download_file' satisfies ActBesideCalls,
    key: `files/${file.id}`,
    source: 'rest',
    ip,
    token_id,
    request_id: requestId,
    duration_ms: elapsedMs(exchange.startedAt),
  })
  return sendFile(file, bytes, { stalledMs, whenCut: giveBack })
}

/** Files of a tenant's tokens: their bytes pass once, and calls name them by their ids (docs/files.md). */
export const fileRoutes = (parts: FileRouteParts): HttpRoute[] => {
  const { fileShelf, auditLog, requestTimeoutMs: stalledMs } = parts
  return [
    { method: 'POST', path, hasOwnDeadline: true, handle: (exchange) => upload(parts, exchange) },
    {
      method: 'GET',
      answersHead: true,
      path: `${path}/:file_id`,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const file = await fileShelf.find(exchange.params.file_id ?? '', toAsker(counted.caller))
        return answerCaller(counted, showFile(file))
      },
    },
    {
      method: 'GET',
      path: `${path}/:file_id/content`,
      async handle(exchange) {
        const { caller, limits } = await admitCaller(parts.calls, exchange)
        const asker = toAsker(caller)
        const file = await fileShelf.findKeptFile(exchange.params.file_id ?? '', asker)
        return sendFile(file, await openDownload(parts, file, asker.tokenHash), { stalledMs, headers: limits })
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:file_id`,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const { file_id = '' } = exchange.params
        const key = `files/${file_id.slice(0, 100)}`
        const { caller } = counted
        const remove = () => fileShelf.remove(file_id, toAsker(caller))
        const log = (await fileShelf.makeRoom()) ? { ...auditLog, assertWritable: () => undefined } : auditLog
        const file = await recordRequest(log, caller, { action: 'delete_file', key }, remove)
        return answerCaller(counted, showFile(file))
      },
    },
    {
      method: 'GET',
      path: '/files/:secret',
      handle: (exchange) => download(parts, exchange),
    },
  ]
}
