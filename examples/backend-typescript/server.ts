/** A product whose users connect HubSpot and Google Drive. It keeps users and connections in memory: put your database there. */
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebhookVerificationError } from 'standardwebhooks'
import { nextStep } from './next-step.ts'
import { type CallFailure, type Connection, call, connectPage, isFailure, onWebhook, sendFile } from './patchbay.ts'

interface Reply {
  status: number
  body?: object
  headers?: Record<string, string>
}

const users = new Map([['ada', { id: '42', name: 'Initech', user: 'ada' }]])
const stored = new Map<string, Connection>()
const connections = {
  load: (user: string, provider: string) => stored.get(`${user}/${provider}`),
  save: (user: string, connection: Connection) => {
    stored.set(`${user}/${connection.provider}`, connection)
  },
}

/** The user who sent a request. Yours reads the session; never believe a header. */
const findUser = (request: IncomingMessage) => users.get(String(request.headers['x-user']))
type User = NonNullable<ReturnType<typeof findUser>>

const connectFirst = async (user: User, provider: string): Promise<Reply> => ({
  status: 409,
  body: { connect: await connectPage(user, provider) },
})

const explain = (failure: CallFailure, user: User, provider: string): Reply | Promise<Reply> => {
  const step = nextStep(failure)
  if (step.do === 'wait') return { status: 503, headers: { 'retry-after': String(step.seconds) } }
  if (step.do === 'look') return { status: 504, body: { error: `Look in ${provider} whether it was done` } }
  if (step.do === 'refuse') return { status: 400, body: { error: step.error } }
  if (step.do === 'report') return { status: 502, body: { error: step.error } }
  return step.url ? { status: 409, body: { connect: step.url } } : connectFirst(user, provider)
}

const listContacts = async (user: User, limit: number): Promise<Reply> => {
  const connection = await connections.load(user.user, 'hubspot')
  if (!connection) return connectFirst(user, 'hubspot')
  const answer = await call(connection, { action: 'list', object_type: 'contacts', limit })
  return isFailure(answer) ? explain(answer, user, 'hubspot') : { status: 200, body: { contacts: answer.data } }
}

/** The same call again must name the same file, so its handle is kept with the key. */
const handles = new Map<string, string>()

/** `key` is the browser's name for this click: the same again uploads nothing twice. */
const uploadReport = async (user: User, report: string, key: string): Promise<Reply> => {
  const connection = await connections.load(user.user, 'google-drive')
  if (!connection) return connectFirst(user, 'google-drive')
  const name = `${user.user}/${key}`
  if (!handles.has(name)) {
    const sent = await sendFile(connection, new Blob([report], { type: 'text/csv' }), 'report.csv')
    if (isFailure(sent)) return explain(sent, user, 'google-drive')
    handles.set(name, sent.data.file_id)
  }
  const answer = await call(connection, { action: 'upload_file', content: { file_id: handles.get(name) } }, name)
  return isFailure(answer) ? explain(answer, user, 'google-drive') : { status: 201, body: { file: answer.data } }
}

const takeWebhook = async (request: IncomingMessage): Promise<Reply> => {
  try {
    await onWebhook(await text(request), request.headers as Record<string, string>, connections)
    return { status: 204 }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { status: 400 }
    throw error
  }
}

const reply = async (request: IncomingMessage): Promise<Reply> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const route = `${request.method} ${pathname}`
  if (route === 'POST /patchbay') return takeWebhook(request)
  const user = findUser(request)
  if (!user) return { status: 401 }
  if (route === 'POST /connect-link')
    return { status: 200, body: { url: await connectPage(user, ['hubspot', 'google-drive']) } }
  if (route === 'GET /contacts') return listContacts(user, Number(searchParams.get('limit') ?? 20))
  if (route === 'POST /report')
    return uploadReport(user, await text(request), String(request.headers['idempotency-key']))
  return { status: 404 }
}

const failed = (error: unknown): Reply => {
  console.error(error)
  return { status: 500 }
}

createServer(async (request, response) => {
  const { status, body, headers } = await reply(request).catch(failed)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body && JSON.stringify(body))
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => console.log('listening'))
