import { action, path, write } from '@patchbay/core/provider'
import { responses } from '../responses.ts'
import { parameters } from '../parameters.ts'

/** https://docs.slack.dev/reference/methods/conversations.join (tier 3: 50 a minute) */
export const joinConversation = action({
  about: 'Join a public channel',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel },
  call: (form) => ({ method: 'POST', path: path`/api/conversations.join`, form }),
  result: responses.conversation,
})
