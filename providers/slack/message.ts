import { Type } from '@patchbay/core/provider'
import { parameters } from './parameters.ts'

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

/** https://docs.slack.dev/reference/block-kit/blocks */
const block = Type.Object({ type: Type.String({ minLength: 1, description: 'e.g. section, header or divider' }) })

/** What a message says. Screen readers and notifications take `text`, so it goes with blocks too. */
export const content = {
  text: Type.String({
    minLength: 1,
    maxLength: 40_000,
    description: 'The message in mrkdwn, e.g. *bold* or <@U012AB3CDE>; with blocks, what notifications show',
  }),
  blocks: Type.Optional(
    Type.Array(block, { maxItems: 50, description: 'Block Kit blocks that are shown instead of text' }),
  ),
}

/** How a new message is posted: https://docs.slack.dev/reference/methods/chat.postMessage */
export const posting = {
  thread_ts: Type.Optional(parameters.thread_ts),
  reply_broadcast: flag('Whether a reply in a thread is shown in the conversation too'),
  link_names: flag('Whether names of user groups become links'),
  unfurl_links: flag('Whether links to text show a preview'),
  unfurl_media: flag('Whether links to media show a preview'),
}

interface Content {
  readonly blocks?: readonly object[]
}

/** A message as form members. */
export const messageForm = <M extends Content>({ blocks, ...rest }: M) => ({
  ...rest,
  blocks: blocks && JSON.stringify(blocks),
})
