import {
  choice,
  clearable,
  flag,
  holds,
  htmlLoads,
  optional,
  path,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as outlook from './parameters.ts'

const { message_id, emails, html, subject, recipients, aList, thing, folder_id, categories } = outlook
const shown =
  'id,subject,from,toRecipients,receivedDateTime,isRead,importance,hasAttachments,bodyPreview,conversationId,webLink'

/** https://learn.microsoft.com/en-us/graph/api/user-list-messages */
export const list_messages = read('GET /v1.0/me/messages', {
  description: 'List messages, or search them; without their texts',
  synonyms: ['mails', 'inbox', 'e-mails', 'find'],
  params: optional({
    search: text(500, 'Words to look for, e.g. from:ada subject:invoice; not with filter'),
    filter: text(1000, 'A condition of OData, e.g. isRead eq false'),
    folder_id,
  }),
  rename: { filter: '$filter' },
  request: ({ search, folder_id }) => ({
    ...(folder_id !== undefined && { path: path`/v1.0/me/mailFolders/${folder_id}/messages` }),
    query: {
      folder_id: undefined,
      search: undefined,
      $search: search && `"${search.replaceAll('"', '')}"`,
      $select: shown,
    },
  }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/message-get */
export const get_message = read('GET /v1.0/me/messages/{message_id}', {
  description: 'Get a message with its text',
  synonyms: ['mail', 'read', 'e-mail'],
  ttl: '1m',
  params: { message_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/user-sendmail; sent twice it is two mails. */
export const send_mail = write('POST /v1.0/me/sendMail', {
  description: 'Send a mail',
  answers: Type.Null(),
  synonyms: ['message', 'write to', 'e-mail', 'notify'],
  is: ['sends'],
  roles: { recipient: ['/to', '/cc', '/bcc'], text: ['/subject', '/html'] },
  additive: true,
  params: {
    to: emails('Recipients'),
    subject,
    html,
    ...optional({
      cc: emails('Recipients of a copy'),
      bcc: emails('Recipients that others do not see'),
      save: flag('Whether to save it in Sent Items; default: true'),
    }),
  },
  request: ({ to, cc, bcc, subject, html, save }) => ({
    body: {
      to: undefined,
      cc: undefined,
      bcc: undefined,
      subject: undefined,
      html: undefined,
      save: undefined,
      message: {
        subject,
        body: { contentType: 'html', content: html },
        toRecipients: recipients(to),
        ccRecipients: recipients(cc),
        bccRecipients: recipients(bcc),
      },
      saveToSentItems: save,
    },
  }),
})

/** https://learn.microsoft.com/en-us/graph/api/user-post-messages */
export const create_draft = write('POST /v1.0/me/messages', {
  description: 'Write a mail without sending it',
  synonyms: ['draft', 'prepare', 'compose'],
  is: ['runs'],
  onlyIf: { runs: ({ html }) => htmlLoads(html) },
  roles: { recipient: ['/to', '/cc'], text: ['/subject', '/html'] },
  additive: true,
  params: { to: emails('Recipients'), subject, html, cc: optional(emails('Recipients of a copy')) },
  request: ({ to, cc, html }) => ({
    body: {
      to: undefined,
      cc: undefined,
      html: undefined,
      body: { contentType: 'html', content: html },
      toRecipients: recipients(to),
      ccRecipients: recipients(cc),
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/message-reply */
export const reply = write('POST /v1.0/me/messages/{message_id}/reply', {
  description: 'Reply to the sender of a message',
  answers: Type.Null(),
  synonyms: ['answer', 'respond', 'mail'],
  is: ['sends'],
  roles: { text: ['/comment'], derives: ['recipient'] },
  additive: true,
  params: { message_id, comment: text(100_000, 'The reply') },
})

/** https://learn.microsoft.com/en-us/graph/api/message-update */
export const update_message = write('PATCH /v1.0/me/messages/{message_id}', {
  description: 'Mark a message as read or unread, flag it or set its categories',
  synonyms: ['follow up', 'unread', 'label', 'category', 'mail', 'email'],
  is: [],
  idempotent: true,
  params: {
    message_id,
    ...optional({
      is_read: flag('Whether it is read'),
      importance: choice(['low', 'normal', 'high'], 'Importance'),
      flag: choice(['notFlagged', 'flagged', 'complete'], 'Its flag for follow-up'),
      categories: clearable(categories),
    }),
  },
  rename: { is_read: 'isRead', flag: '/flag/flagStatus' },
  request: ({ categories }) => ({ body: { categories: categories === null ? [] : categories } }),
  result: thing,
  confirm: {
    read: get_message,
    params: { message_id: ({ message_id }) => message_id },
    shows: holds(
      ({ is_read, importance, flag, categories }) => ({
        isRead: is_read,
        importance,
        flag: flag && { flagStatus: flag },
        categories: categories === null ? [] : categories,
      }),
      '/lastModifiedDateTime',
    ),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/message-move; the message has another id afterwards. */
export const move_message = write('POST /v1.0/me/messages/{message_id}/move', {
  description: 'Move a message into another folder',
  synonyms: ['archive', 'delete', 'file'],
  is: ['deletes'],
  roles: { destination: ['/folder_id'] },
  params: { message_id, folder_id },
  rename: { folder_id: 'destinationId' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/user-list-mailfolders */
export const list_folders = read('GET /v1.0/me/mailFolders', {
  description: 'List the folders of mails with how many are unread',
  synonyms: ['inbox', 'labels'],
  ttl: '1m',
  params: {},
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/user-get */
export const get_me = read('GET /v1.0/me', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account', 'profile'],
  params: {},
  result: thing,
})
