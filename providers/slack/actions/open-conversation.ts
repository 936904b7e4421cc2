import { action, path, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/conversations.open (tier 3: 50 a minute) */
export const openConversation = action({
  description: 'Open the direct or group message with some users; answers the one that there is, or a new one',
  effect: write({ idempotent: true }),
  params: { users: parameters.users },
  call: (form) => ({ method: 'POST', path: path`/api/conversations.open`, form }),
  result: responses.conversation,
})
