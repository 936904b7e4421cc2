import { action, path, write } from '@patchbay/core/provider'
import { responses } from '../responses.ts'
import { parameters } from '../parameters.ts'

/** https://docs.slack.dev/reference/methods/reactions.add (tier 3: 50 a minute) */
export const addReaction = action({
  about: 'React to a message with an emoji',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts, emoji: parameters.emoji },
  call: ({ channel, ts, emoji }) => ({
    method: 'POST',
    path: path`/api/reactions.add`,
    form: { channel, timestamp: ts, name: emoji },
  }),
  result: responses.done,
})
