import type { AdmissionLimits } from '@patchbay/core/admission'
import { type AuditLog, recordRequest } from '@patchbay/core/audit'
import type { Calls } from '@patchbay/core/call'
import { toAsker } from '@patchbay/core/context'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError, callerHungUp, GatewayError, invalid } from '@patchbay/core/errors'
import { type FileShelf, freeing, isFileName, readMediaType, showFile, withProgress } from '@patchbay/core/files'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { admitCaller, answerCaller } from '../rest/index.ts'
import { sendFile } from './send-file.ts'

export interface FileRouteParts {
  readonly calls: Pick<Calls, 'identify' | 'count'>
  readonly fileShelf: FileShelf
  readonly auditLog: AuditLog
  readonly limits: Pick<AdmissionLimits, 'failedRequest'>
  /** Milliseconds without a byte, after which a transfer is given up. */
  readonly requestTimeoutMs: number
}

const path = '/api/v1/:tenant/files'

/** The name from `X-File-Name`, percent-encoded where it has characters that headers can't have. Throws VALIDATION_ERROR. */
const readName = (headers: Headers): string | null => {
  const given = headers.get('x-file-name')
  if (given === null) return null
  let name = given
  try {
    name = decodeURIComponent(given)
  } catch {
    // A name with a percent sign of its own.
  }
  if (isFileName(name)) return name
  throw invalid(
    '',
    'the header X-File-Name must be a name of at most 255 characters, without slashes and control characters',
  )
}

/** The media type without its parameters. Throws VALIDATION_ERROR. */
const checkMediaType = (headers: Headers): string => {
  const type = readMediaType(headers.get('content-type') ?? 'application/octet-stream')
  if (type !== undefined) return type
  throw invalid('', 'the header Content-Type must name the media type of the file, e.g. image/png')
}

const readLength = (headers: Headers): number | undefined => {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}

/** The bytes of a request. Throws CLIENT_CLOSED when they break off, and TIMEOUT when none come. */
async function* readBytes(exchange: Exchange, stalledMs: number): AsyncGenerator<Uint8Array> {
  const { request } = exchange
  try {
    // Without `preventCancel`, the rest of a body that is too large couldn't be taken.
    const body = request.body?.values({ preventCancel: true })
    if (body) yield* freeing(withProgress(body, stalledMs))
  } catch (cause) {
    throw request.signal.aborted ? callerHungUp(cause) : cause
  }
  exchange.hasReadBody = true
}

const upload = async (parts: FileRouteParts, exchange: Exchange): Promise<Reply> => {
  const context = await admitCaller(parts.calls, exchange)
  const { headers } = exchange.request
  if (headers.has('content-encoding')) throw invalid('', 'send the file without a Content-Encoding')
  const about = { name: readName(headers), mediaType: checkMediaType(headers), length: readLength(headers) }
  const keep = () => parts.fileShelf.keep(toAsker(context), about, readBytes(exchange, parts.requestTimeoutMs))
  const { file } = await recordRequest(parts.auditLog, context, { action: 'put_file', key: 'files' }, keep)
  const location = `/api/v1/${context.tenantId}/files/${file.id}`
  return answerCaller(context, showFile(file), 201, { location })
}

/** The download of a link. One of nobody is counted as a stranger's guess. */
const download = async ({ fileShelf, auditLog, limits, requestTimeoutMs }: FileRouteParts, exchange: Exchange) => {
  const { ip, requestId, request } = exchange
  // What looks at links before people do would use them up.
  if (request.method === 'HEAD')
    throw new GatewayError('METHOD_NOT_ALLOWED', 'This path takes GET', { headers: { allow: 'GET' } })
  auditLog.assertWritable()
  const { file, giveBack } = await fileShelf.takeLink(exchange.params.secret ?? '').catch(async (thrown) => {
    const { code, status, reason } = asGatewayError(thrown)
    auditLog.refused({ ip, source: 'rest', code, status, reason })
    if (code === 'NOT_FOUND') await limits.failedRequest(ip)
    throw thrown
  })
  exchange.hasKnownSecret = true
  const bytes = await fileShelf.read(file).catch(async (error) => {
    await giveBack()
    throw error
  })
  const { tenant, token_id } = file
  await auditLog.record({
    tenant,
    action: 'download_file',
    key: `files/${file.id}`,
    source: 'rest',
    outcome: 'ok',
    code: null,
    status: 200,
    ip,
    token_id,
    request_id: requestId,
    duration_ms: elapsedMs(exchange.startedAt),
    reason: null,
  })
  return sendFile(file, withProgress(bytes, requestTimeoutMs), { whenCut: giveBack })
}

/** Files of a tenant's tokens: their bytes pass once, and calls name them by their ids (docs/files.md). */
export const fileRoutes = (parts: FileRouteParts): HttpRoute[] => {
  const { fileShelf, auditLog, requestTimeoutMs } = parts
  const find = async (exchange: Exchange) => {
    const context = await admitCaller(parts.calls, exchange)
    return { context, file: await fileShelf.find(exchange.params.file_id ?? '', toAsker(context)) }
  }
  return [
    { method: 'POST', path, handle: (exchange) => upload(parts, exchange) },
    {
      method: 'GET',
      path: `${path}/:file_id`,
      async handle(exchange) {
        const { context, file } = await find(exchange)
        return answerCaller(context, showFile(file))
      },
    },
    {
      method: 'GET',
      path: `${path}/:file_id/content`,
      async handle(exchange) {
        const { context, file } = await find(exchange)
        return sendFile(file, withProgress(await fileShelf.read(file), requestTimeoutMs), { headers: context.limits })
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:file_id`,
      async handle(exchange) {
        const context = await admitCaller(parts.calls, exchange)
        const { file_id = '' } = exchange.params
        const key = `files/${file_id.slice(0, 100)}`
        const remove = () => fileShelf.remove(file_id, toAsker(context))
        const file = await recordRequest(auditLog, context, { action: 'delete_file', key }, remove)
        return answerCaller(context, showFile(file))
      },
    },
    {
      method: 'GET',
      path: '/files/:secret',
      handle: (exchange) => download(parts, exchange),
    },
  ]
}
