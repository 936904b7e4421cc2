import { Type } from '@patchbay/core/provider'

const ok = Type.Literal(true)
const thing = Type.Object({ id: Type.String() })
const message = Type.Object({ ts: Type.String() })

/** What Slack's answers always hold; the rest passes as it is. */
export const responses = {
  done: Type.Object({ ok }),
  identity: Type.Object({ ok, team_id: Type.String(), user_id: Type.String() }),
  message: Type.Object({ ok, channel: Type.String(), ts: Type.String() }),
  scheduled: Type.Object({ ok, channel: Type.String(), scheduled_message_id: Type.String() }),
  scheduledMessages: Type.Object({ ok, scheduled_messages: Type.Array(Type.Object({ channel_id: Type.String() })) }),
  permalink: Type.Object({ ok, permalink: Type.String() }),
  found: Type.Object({ ok, messages: Type.Object({ matches: Type.Array(Type.Unknown()) }) }),
  conversations: Type.Object({ ok, channels: Type.Array(thing) }),
  conversation: Type.Object({ ok, channel: thing }),
  messages: Type.Object({ ok, messages: Type.Array(message) }),
  memberIds: Type.Object({ ok, members: Type.Array(Type.String()) }),
  users: Type.Object({ ok, members: Type.Array(thing) }),
  user: Type.Object({ ok, user: thing }),
}
