import { action, path, write } from '@patchbay/core/provider'
import { responses } from '../responses.ts'
import { parameters } from '../parameters.ts'

/** https://docs.slack.dev/reference/methods/reactions.remove (tier 2: 20 a minute) */
export const removeReaction = action({
  about: "Take the token's own reaction to a message away",
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts, emoji: parameters.emoji },
  call: ({ channel, ts, emoji }) => ({
    method: 'POST',
    path: path`/api/reactions.remove`,
    form: { channel, timestamp: ts, name: emoji },
  }),
  result: responses.done,
})
