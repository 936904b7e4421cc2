import { flag, list, optional, pattern, Type, text } from '@patchbay/core/provider'

/** Parameters that several actions take. */
export const channel = text(100, 'Conversation id, e.g. C012AB3CD; posting takes a name as well, e.g. #general')

/** A message's id within its conversation, which is also when it was posted. */
const timestamp = (description: string) => pattern('^\\d{10}\\.\\d{6}$', 17, description)
export const ts = timestamp("The message's ts, e.g. 1503435956.000247; of a thread: its first message's")
export const thread_ts = timestamp("The ts of a thread's first message, to reply to it")

export const moment = (description: string) => pattern('^\\d{1,10}(\\.\\d{1,6})?$', 17, description)
export const oldest = moment('Only messages after this time, in Unix seconds, e.g. 1503435956 or 1503435956.000247')
export const latest = moment('Only messages before this time, in Unix seconds')
export const inclusive = flag('Whether messages exactly at oldest or latest count')

export const user = text(50, 'User id, e.g. U012AB3CDE')
export const include_locale = flag('Whether to return the locale, e.g. en-US')

/** https://docs.slack.dev/reference/block-kit/blocks */
const block = Type.Object({ type: text(100, 'e.g. section, header or divider') })

/** The content of a message. Screen readers and notifications take `text`, so it goes with blocks too. */
export const content = {
  text: text(40_000, 'The message in mrkdwn, e.g. *bold* or <@U012AB3CDE>; with blocks it is the notification text'),
  blocks: optional(list(block, { max: 50, description: 'Block Kit blocks that are shown instead of text' })),
}

/** The options of a new message: https://docs.slack.dev/reference/methods/chat.postMessage */
export const posting = optional({
  thread_ts,
  reply_broadcast: flag('Whether a reply in a thread is shown in the conversation too'),
  link_names: flag('Whether names of user groups become links'),
  unfurl_links: flag('Whether links to text show a preview'),
  unfurl_media: flag('Whether links to media show a preview'),
})

/** Forms take blocks as JSON text. */
export const withBlocks = ({ blocks }: { readonly blocks?: readonly object[] }) => ({
  body: { blocks: blocks && JSON.stringify(blocks) },
})
