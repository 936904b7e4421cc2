import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PendingApproval } from './patchbay.ts'

const {
  SLACK_API = 'https://slack.com/api',
  SLACK_TOKEN = '',
  SLACK_SIGNING_SECRET = '',
  SLACK_CHANNEL = '',
} = process.env

/** A message that was posted. */
export interface PostedMessage {
  channel: string
  ts: string
}

/** A method of Slack's Web API: what fails is answered with 200 and `ok: false`. */
const callSlack = async (method: string, body: object): Promise<PostedMessage> => {
  const response = await fetch(`${SLACK_API}/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SLACK_TOKEN}`, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = (await response.json()) as (PostedMessage & { ok: true }) | { ok: false; error: string }
  if (!answer.ok) throw new Error(`Slack refused ${method}: ${answer.error}`)
  return answer
}

/** Slack's own signs in a text: without this, a parameter could name a person or hide a link. */
const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A section may have 3,000 characters. Who approves must see everything: a longer call is decided in the console. */
const mostCharacters = 2_500

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const button = (action_id: 'approve' | 'refuse', style: 'primary' | 'danger', value: string) => ({
  type: 'button',
  action_id,
  style,
  value,
  text: { type: 'plain_text', text: action_id === 'approve' ? 'Approve' : 'Refuse' },
})

const title = ({ provider, action, account, tenant }: PendingApproval) =>
  plain(`*${provider}.${action}* of ${tenant}/${account}`)

/** Asks in the channel. */
export const postQuestion = (call: PendingApproval): Promise<PostedMessage> => {
  const parameters = plain(JSON.stringify(call.parameters, null, 2))
  const value = JSON.stringify([call.approval_id, call.digest])
  const blocks =
    parameters.length > mostCharacters
      ? [section(`${title(call)} waits. It is too long for Slack: decide it in the console.`)]
      : [
          section(`${title(call)} waits for a yes:\n\`\`\`${parameters}\`\`\``),
          { type: 'actions', elements: [button('approve', 'primary', value), button('refuse', 'danger', value)] },
        ]
  return callSlack('chat.postMessage', {
    channel: SLACK_CHANNEL,
    text: `${call.provider}.${call.action} waits`,
    blocks,
  })
}

/** Says in the place of the question and its buttons what became of the call. */
export const postOutcome = ({ channel, ts }: PostedMessage, call: PendingApproval): Promise<PostedMessage> => {
  const words = call.decisions.map(({ decision, reason }) => `${decision} (${reason})`)
  const text = `${title(call)}: ${[call.state, call.reason, ...words].filter(Boolean).join(', ')}`
  return callSlack('chat.update', { channel, ts, text, blocks: [section(text)] })
}

/** A button that somebody pressed. */
export interface PressedButton {
  user: string
  decision: 'approve' | 'refuse'
  approvalId: string
  digest: string
}

/** The pressed button of a request of Slack, or `undefined` for what Slack didn't sign within five minutes. */
export const readPressedButton = (body: string, headers: Record<string, string>): PressedButton | undefined => {
  const { 'x-slack-request-timestamp': time = '', 'x-slack-signature': signature = '' } = headers
  const wanted = Buffer.from(
    `v0=${createHmac('sha256', SLACK_SIGNING_SECRET).update(`v0:${time}:${body}`).digest('hex')}`,
  )
  const given = Buffer.from(signature)
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300
  if (!isRecent || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const { user, actions } = JSON.parse(new URLSearchParams(body).get('payload') ?? '') as {
    user: { id: string }
    actions: [{ action_id: 'approve' | 'refuse'; value: string }]
  }
  const [approvalId, digest] = JSON.parse(actions[0].value) as [string, string]
  return { user: user.id, decision: actions[0].action_id, approvalId, digest }
}
