import { action, path, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/reactions.add (tier 3: 50 a minute) */
export const addReaction = action({
  description: 'React to a message with an emoji',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts, emoji: parameters.emoji },
  call: ({ channel, ts, emoji }) => ({
    method: 'POST',
    path: path`/api/reactions.add`,
    form: { channel, timestamp: ts, name: emoji },
  }),
  result: responses.done,
})
