/** Asks in a Slack channel about each call that waits, and decides it as the people of `APPROVERS` press. Messages are kept in memory: put your database there. */
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebhookVerificationError } from 'standardwebhooks'
import { decide, readApprovalEvent, readWaitingCall } from './patchbay.ts'
import { type PostedMessage, postOutcome, postQuestion, readPressedButton } from './slack.ts'

const approvers = new Set((process.env.APPROVERS ?? '').split(','))
const questions = new Map<string, Promise<PostedMessage>>()

/** Events may come twice, and in any order: each shows the call as it is now, and the first of them asks. */
const show = async (id: string): Promise<void> => {
  const call = await readWaitingCall(id)
  const isWaiting = call.state === 'waiting'
  const question = questions.get(id) ?? (isWaiting ? postQuestion(call) : undefined)
  if (!question) return
  questions.set(id, question)
  try {
    const message = await question
    if (!isWaiting) await postOutcome(message, call)
  } catch (error) {
    // The gateway sends the event again.
    questions.delete(id)
    throw error
  }
}

const takeWebhook = async (body: string, headers: Record<string, string>): Promise<number> => {
  try {
    const id = readApprovalEvent(body, headers)
    if (id !== undefined) await show(id)
    return 204
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 400
    throw error
  }
}

/** Slack wants an answer within three seconds, and a call may take a minute: what became of it, an event tells. */
const takeButton = (body: string, headers: Record<string, string>): number => {
  const pressed = readPressedButton(body, headers)
  if (!pressed) return 401
  const { user, decision, approvalId, digest } = pressed
  if (approvers.has(user)) decide(approvalId, digest, decision, `${user} in Slack`).catch(console.error)
  return 200
}

const reply = async (request: IncomingMessage): Promise<number> => {
  const route = `${request.method} ${request.url}`
  const headers = request.headers as Record<string, string>
  if (route === 'POST /patchbay') return takeWebhook(await text(request), headers)
  if (route === 'POST /slack') return takeButton(await text(request), headers)
  return 404
}

const failed = (error: unknown): number => {
  console.error(error)
  return 500
}

createServer(async (request, response) => {
  response.writeHead(await reply(request).catch(failed)).end()
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => console.log('listening'))
