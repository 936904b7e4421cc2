import { oauth2, provider } from '@patchbay/core/provider'
import { addReaction } from './actions/add-reaction.ts'
import { deleteMessage } from './actions/delete-message.ts'
import { deleteScheduledMessage } from './actions/delete-scheduled-message.ts'
import { findUser } from './actions/find-user.ts'
import { getConversation } from './actions/get-conversation.ts'
import { getPermalink } from './actions/get-permalink.ts'
import { getUser } from './actions/get-user.ts'
import { joinConversation } from './actions/join-conversation.ts'
import { listConversations } from './actions/list-conversations.ts'
import { listMembers } from './actions/list-members.ts'
import { listMessages } from './actions/list-messages.ts'
import { listReplies } from './actions/list-replies.ts'
import { listScheduledMessages } from './actions/list-scheduled-messages.ts'
import { listUsers } from './actions/list-users.ts'
import { openConversation } from './actions/open-conversation.ts'
import { postMessage } from './actions/post-message.ts'
import { removeReaction } from './actions/remove-reaction.ts'
import { scheduleMessage } from './actions/schedule-message.ts'
import { searchMessages } from './actions/search-messages.ts'
import { testAuth } from './actions/test-auth.ts'
import { updateMessage } from './actions/update-message.ts'
import { failure } from './failure.ts'

/**
 * Slack's Web API: https://docs.slack.dev/apis/web-api. Reads are sent as queries and writes as forms, which every
 * method takes; `blocks` goes in as JSON text, as the methods' pages show it. Rate limits hold per method, workspace and
 * app and are told by `Retry-After` alone: https://docs.slack.dev/apis/web-api/rate-limits
 */
export default provider({
  id: 'slack',
  title: 'Slack',
  origin: 'https://slack.com',
  /**
   * A bot's token (`xoxb-`) or a user's (`xoxp-`), which `search_messages` needs with its scope search:read.
   * Apps with token rotation have a new refresh token with each refresh; without it tokens don't expire.
   * https://docs.slack.dev/authentication/using-token-rotation
   */
  auth: oauth2({
    authorize: 'https://slack.com/oauth/v2/authorize',
    token: 'https://slack.com/api/oauth.v2.access',
    scopes: [
      'channels:history',
      'channels:join',
      'channels:read',
      'chat:write',
      'chat:write.customize',
      'groups:history',
      'groups:read',
      'im:history',
      'im:read',
      'im:write',
      'mpim:history',
      'mpim:read',
      'mpim:write',
      'reactions:write',
      'users:read',
      'users:read.email',
    ],
    rotates: true,
  }),
  arrays: 'comma',
  probe: { action: 'test_auth', params: {} },
  actions: {
    test_auth: testAuth,
    post_message: postMessage,
    update_message: updateMessage,
    delete_message: deleteMessage,
    schedule_message: scheduleMessage,
    list_scheduled_messages: listScheduledMessages,
    delete_scheduled_message: deleteScheduledMessage,
    get_permalink: getPermalink,
    search_messages: searchMessages,
    list_conversations: listConversations,
    get_conversation: getConversation,
    list_messages: listMessages,
    list_replies: listReplies,
    list_members: listMembers,
    open_conversation: openConversation,
    join_conversation: joinConversation,
    list_users: listUsers,
    get_user: getUser,
    find_user: findUser,
    add_reaction: addReaction,
    remove_reaction: removeReaction,
  },
  failure,
})
