import { cursor, imported, meaningAt, messageAt, oauth2 } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as messages from './messages.ts'

const fill = { userId: 'me' } as const
const message = { message_id: 'id' } as const
const attachment = { attachment_id: 'id', message_id: 'messageId' } as const
const labelling = { fill, keep: ['addLabelIds', 'removeLabelIds'], rename: message, idempotent: true } as const
const search = { fill, keep: ['q', 'labelIds', 'includeSpamTrash'], ttl: '30s' } as const
/** https://developers.google.com/workspace/gmail/api/guides/list-messages */
const pages = (items: `/${string}`) =>
  cursor({ items, next: '/nextPageToken', into: 'pageToken', size: { into: 'maxResults', max: 500 }, omitsEmpty: true })

/** Rate limits are a 403 too: https://developers.google.com/workspace/gmail/api/guides/handle-errors */
const limits = ['rateLimitExceeded', 'userRateLimitExceeded']
const said = messageAt('/error/message', '/error_description', '/error')
const failure = meaningAt('/error/errors/0/reason', limits, { retryAfter: 1 }, said)

/**
 * Gmail, version 1: https://developers.google.com/workspace/gmail/api/reference/rest
 * To know: Access that people give to an application whose project Google has not put into production may end after 7 days: https://developers.google.com/identity/protocols/oauth2#expiration
 */
export default imported<Document>()({
  id: 'gmail',
  title: 'Gmail',
  origin: 'https://gmail.googleapis.com',
  /** https://developers.google.com/workspace/gmail/api/auth/scopes https://developers.google.com/identity/protocols/oauth2/web-server */
  auth: oauth2({
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    /** https://accounts.google.com/.well-known/openid-configuration */
    issuers: ['https://accounts.google.com'],
    token: 'https://oauth2.googleapis.com/token',
    scopes: { 'https://www.googleapis.com/auth/gmail.modify': 'Read, write, send, label and trash mail' },
    optionalScopes: {
      'https://www.googleapis.com/auth/gmail.settings.basic': 'Change filters, signatures and other settings of mail',
      'https://mail.google.com/': 'All mail, and deleting it for good',
    },
    parameters: { access_type: 'offline', prompt: 'consent' },
    revoke: { url: 'https://oauth2.googleapis.com/revoke', authentication: 'none', ends: 'grant' },
    clientAuth: 'post',
    pkce: true,
    rotates: false,
  }),
  credentialsPage: 'https://console.cloud.google.com/apis/credentials',
  probe: { action: 'get_me', params: {}, identity: '/emailAddress' },
  actions: {
    ...messages,
    search_messages: {
      ...search,
      from: 'list_user_messages',
      pages: pages('/messages'),
      description:
        "Search messages as Gmail's search box does, or list them: by sender, subject, label, date; without their texts",
      synonyms: ['find', 'emails', 'unread', 'inbox', 'from somebody', 'not read', 'recent'],
    },
    search_threads: {
      ...search,
      from: 'list_user_threads',
      pages: pages('/threads'),
      description: "Search conversations as Gmail's search box does, or list them",
      synonyms: ['find', 'threads', 'emails', 'inbox'],
    },
    get_attachment: {
      from: 'get_user_message_attachment',
      keep: [],
      fill,
      rename: attachment,
      description: 'Download an attachment of a message',
      base64: ['/data'],
      synonyms: ['file', 'pdf', 'invoice'],
    },
    label_message: {
      ...labelling,
      from: 'modify_user_message',
      description: 'Add labels to a message or remove them: star it, archive it, mark it as read or unread',
      synonyms: ['tag', 'category', 'folder', 'move'],
      is: ['deletes'],
    },
    trash_message: {
      from: 'users_messages_trash',
      keep: [],
      fill,
      rename: message,
      description: 'Move a message to the trash',
      synonyms: ['delete', 'remove', 'throw away'],
      is: ['deletes'],
    },
    list_labels: {
      from: 'list_user_labels',
      keep: [],
      fill,
      ttl: '5m',
      description: 'List the labels of the mailbox',
      synonyms: ['folders', 'categories', 'tags'],
    },
    list_drafts: {
      from: 'list_user_drafts',
      keep: ['q'],
      fill,
      pages: pages('/drafts'),
      description: 'List the drafts that were not sent yet',
      synonyms: ['unsent', 'unfinished'],
    },
    get_me: {
      from: 'get_user_profile',
      keep: [],
      fill,
      ttl: '5m',
      description: "Get the mailbox's address and its number of messages",
      synonyms: ['who am i', 'profile', 'account'],
    },
  },
  /** The document has only their uploads, of whole messages to another path. */
  is: {
    // A filter may forward mails, and delete them: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.filters
    create_user_setting_filter: ['deletes', 'grants'],
    update_user_setting_vacation: ['sends'],
    update_user_setting_imap: ['grants'],
    update_user_setting_pop: ['grants'],
    // The label TRASH, as by label_message.
    batch_user_message_modify: ['deletes'],
    modify_user_thread: ['deletes'],
    set_user_setting_send_as_smime_info_default: ['grants'],
    update_user_setting_language: [],
    create_user_label: [],
    patch_user_label: [],
    update_user_label: [],
  },
  hide: [
    'create_user_draft',
    'update_user_draft',
    'send_user_draft',
    'insert_user_message',
    'import_user_message',
    'send_user_message',
  ],
  failure,
})
