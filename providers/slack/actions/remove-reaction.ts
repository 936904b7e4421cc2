import { action, path, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/reactions.remove (tier 2: 20 a minute) */
export const removeReaction = action({
  description: "Take the token's own reaction to a message away",
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts, emoji: parameters.emoji },
  call: ({ channel, ts, emoji }) => ({
    method: 'POST',
    path: path`/api/reactions.remove`,
    form: { channel, timestamp: ts, name: emoji },
  }),
  result: responses.done,
})
