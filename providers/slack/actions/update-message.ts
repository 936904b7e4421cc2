import { action, path, write } from '@patchbay/core/provider'
import { content, messageForm } from '../message.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/chat.update (tier 3: 50 a minute) */
export const updateMessage = action({
  description: 'Change a message that was posted with the same token; [] as blocks removes them',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts, ...content },
  call: (message) => ({ method: 'POST', path: path`/api/chat.update`, form: messageForm(message) }),
  result: responses.message,
})
