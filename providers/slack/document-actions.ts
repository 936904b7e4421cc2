import { behind } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'

/**
 * The other actions of Slack's OpenAPI document. It is of 2020 and no longer maintained, so it lacks later methods:
 * https://github.com/slackapi/slack-api-specs
 */
export const others = behind<Document>({
  is: {
    chat_unfurl: ['sends'],
    set_user_active: [],
    close_conversation: [],
  },
  actions: {
    /** https://docs.slack.dev/reference/methods/dnd.setSnooze */
    set_dnd_snooze: {
      from: 'set_dnd_snooze',
      is: [],
      description: "Turn on do not disturb for so many minutes; takes a user's token, not a bot's",
      synonyms: ['snooze', 'DND', 'mute', 'pause notifications', 'quiet', 'my'],
    },
    /** https://docs.slack.dev/reference/methods/dnd.endSnooze */
    end_dnd_snooze: {
      from: 'end_dnd_snooze',
      is: [],
      description: "End do not disturb (snooze) now: notifications come again; takes a user's token, not a bot's",
      synonyms: ['unsnooze', 'DND', 'unmute', 'turn notifications back on', 'resume', 'my'],
    },
    /** https://docs.slack.dev/reference/methods/dnd.endDnd */
    end_dnd: {
      from: 'end_dnd',
      is: [],
      description: "End today's scheduled do not disturb of the token's user; takes a user's token, not a bot's",
      synonyms: ['DND', 'quiet hours'],
    },
    /** https://docs.slack.dev/reference/methods/dnd.info */
    get_dnd_info: {
      from: 'get_dnd_info',
      description: 'Say if a person has do not disturb on, and until when',
      synonyms: ['DND', 'snoozed', 'quiet', 'muted'],
    },
    /** https://docs.slack.dev/reference/methods/users.setPresence */
    set_user_presence: {
      from: 'set_user_presence',
      is: [],
      description: "Set the token's user or bot away, or back to active",
      synonyms: ['appear away', 'offline', 'online', 'me', 'myself', 'auto'],
    },
    /** https://docs.slack.dev/reference/methods/emoji.list */
    list_emoji: {
      from: 'list_emoji',
      description: "List the workspace's own emojis",
      synonyms: ['custom emojis', 'smileys', 'icons'],
    },
    /** https://docs.slack.dev/reference/methods/chat.postEphemeral */
    post_chat_ephemeral: {
      from: 'post_chat_ephemeral',
      is: ['sends'],
      roles: { recipient: ['/channel', '/user'], text: ['/text'] },
      description: 'Send a message that only one person in a channel sees',
      synonyms: ['ephemeral', 'privately', 'only visible to', 'whisper', 'only one person'],
    },
    /** https://docs.slack.dev/reference/methods/stars.add: Slack's own "Later" has no method. */
    add_star: {
      from: 'add_star',
      is: [],
      description: "Star a message, file or channel for the token's user; takes a user's token, not a bot's",
      synonyms: ['save a message for later', 'favourite', 'later', 'starred', 'keep'],
    },
    /** https://docs.slack.dev/reference/methods/stars.list */
    list_stars: {
      from: 'list_stars',
      description:
        "List what the token's user has starred (Slack advises against it); takes a user's token, not a bot's",
      synonyms: ['saved items', 'favourites', 'saved for later'],
    },
    /** https://docs.slack.dev/reference/methods/stars.remove */
    remove_star: {
      from: 'remove_star',
      is: [],
      description: "Take the star off a message, file or channel; takes a user's token, not a bot's",
      synonyms: ['unstar', 'unsave', 'favourite', 'starred'],
    },
    /** https://docs.slack.dev/reference/methods/users.conversations */
    get_users_conversations: {
      from: 'get_users_conversations',
      description: 'List the channels that a person is in',
      synonyms: [
        'which channels',
        'member of',
        'conversations of a user',
        'my channels',
        'channels of a person',
        'is in',
      ],
    },
    /** https://docs.slack.dev/reference/methods/users.profile.get */
    get_user_profile: {
      from: 'get_user_profile',
      description: "Get a person's profile with the status, title and phone number",
      synonyms: ['status text', 'my status', 'what is the status', 'emoji', 'job title', 'contact details'],
    },
    /** https://docs.slack.dev/reference/methods/files.sharedPublicURL */
    files_shared_public_url: {
      from: 'files_shared_public_url',
      is: ['shares', 'publishes'],
      description: "Make a file public: anybody with its link sees it; takes a user's token, not a bot's",
      synonyms: ['public link', 'external link', 'share outside'],
    },
    /** https://docs.slack.dev/reference/methods/team.info */
    get_team_info: {
      from: 'get_team_info',
      description: "Get the workspace's name, domain and icon",
      synonyms: ['about the workspace', 'info', 'organization', 'company'],
    },
  },
  hide: [
    // https://docs.slack.dev/changelog/2024-04-a-better-way-to-upload-files-is-here-to-stay
    'upload_file',
    // https://docs.slack.dev/legacy/legacy-steps-from-apps/legacy-steps-from-apps-migration-guide
    'get_workflows_step_completed',
    'get_workflows_step_failed',
    'update_workflow_step',
    // Tokens are the gateway's own matter, and it keeps no connection open.
    'get_oauth_access',
    'get_oauth_token',
    'get_oauth_v2_access',
    'revoke_auth',
    'get_apps_uninstall',
    'get_rtm_connect',
    // These write, though the document has them as GET: a caller who may only read could call them, and tries would be repeated.
    'request_app_permission',
    'request_app_permission_user',
    'open_dialog',
    'share_file_remote',
    'open_view',
    'publish_view',
    'push_view',
    'update_view',
  ],
})
