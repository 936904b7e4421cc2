import { action, path, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/conversations.join (tier 3: 50 a minute) */
export const joinConversation = action({
  description: 'Join a public channel',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel },
  call: (form) => ({ method: 'POST', path: path`/api/conversations.join`, form }),
  result: responses.conversation,
})
