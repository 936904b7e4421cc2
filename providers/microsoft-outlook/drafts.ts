import { clearable, holds, htmlLoads, optional, type ParamsOf, write } from '@patchbay/core/provider'
import { get_message } from './mail.ts'
import * as outlook from './parameters.ts'

const { message_id, emails, html, subject, recipients, comment, folder_id, thing } = outlook
const forwarded = emails('Whom to forward it to')

const content = {
  subject: clearable(subject),
  html: clearable(html),
  to: clearable(emails('Recipients')),
  cc: clearable(emails('Recipients of a copy')),
  bcc: clearable(emails('Recipients that others do not see')),
}

type Content = Partial<ParamsOf<typeof content>>

const toRecipients = (addresses: readonly string[] | null | undefined) =>
  addresses === null ? [] : recipients(addresses)

const toMessage = ({ subject, html, to, cc, bcc }: Content) => ({
  subject: subject === null ? '' : subject,
  body: html === undefined ? undefined : { contentType: 'html', content: html ?? '' },
  toRecipients: toRecipients(to),
  ccRecipients: toRecipients(cc),
  bccRecipients: toRecipients(bcc),
})

/** https://learn.microsoft.com/en-us/graph/api/message-update: subject, body and recipients can be changed of drafts alone. */
export const update_draft = write('PATCH /v1.0/me/messages/{message_id}', {
  description: "Change a draft's subject, text or recipients",
  synonyms: ['edit', 'compose', 'unsent', 'email', 'mail'],
  is: ['grants', 'runs'],
  onlyIf: {
    // A draft that somebody wrote goes to others from now on, with the next word that sends it.
    grants: ({ to, cc, bcc }) => to !== undefined || cc !== undefined || bcc !== undefined,
    runs: ({ html }) => htmlLoads(html),
  },
  roles: { recipient: ['/to', '/cc', '/bcc'], text: ['/subject', '/html'] },
  idempotent: true,
  params: { message_id, ...optional(content) },
  request: (params) => ({
    body: { html: undefined, to: undefined, cc: undefined, bcc: undefined, ...toMessage(params) },
  }),
  result: thing,
  confirm: {
    read: get_message,
    params: { message_id: ({ message_id }) => message_id },
    when: ({ html }) => html === undefined,
    shows: holds((params) => ({ ...toMessage(params), body: undefined }), '/lastModifiedDateTime'),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/message-send; the sent message has another id. */
export const send_draft = write('POST /v1.0/me/messages/{message_id}/send', {
  description: 'Send a draft',
  synonyms: ['email', 'mail', 'prepared', 'deliver'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  params: { message_id },
})

/** https://learn.microsoft.com/en-us/graph/api/message-replyall */
export const reply_all = write('POST /v1.0/me/messages/{message_id}/replyAll', {
  description: 'Reply to the sender and all recipients of a message',
  synonyms: ['answer', 'respond', 'everyone', 'email'],
  is: ['sends'],
  roles: { text: ['/comment'], derives: ['recipient'] },
  additive: true,
  params: { message_id, comment },
})

/** https://learn.microsoft.com/en-us/graph/api/message-forward */
export const forward = write('POST /v1.0/me/messages/{message_id}/forward', {
  description: 'Forward a message to others',
  synonyms: ['send on', 'pass on', 'email', 'mail'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/to'], text: ['/comment'] },
  additive: true,
  params: { message_id, to: forwarded, comment: optional(comment) },
  request: ({ to }) => ({ body: { to: undefined, toRecipients: recipients(to) } }),
})

/** https://learn.microsoft.com/en-us/graph/api/message-createreply and message-createreplyall */
export const create_reply_draft = write('POST /v1.0/me/messages/{message_id}/createReply', {
  description: 'Write a reply to the sender of a message as a draft, without sending it',
  synonyms: ['prepare', 'answer', 'respond', 'email'],
  is: ['runs'],
  onlyIf: { runs: ({ comment }) => htmlLoads(comment) },
  roles: { text: ['/comment'], derives: ['recipient'] },
  additive: true,
  params: { message_id, comment: optional(comment) },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/message-createforward */
export const create_forward_draft = write('POST /v1.0/me/messages/{message_id}/createForward', {
  description: 'Write a forward of a message as a draft, without sending it',
  synonyms: ['prepare', 'pass on', 'email'],
  is: ['runs'],
  onlyIf: { runs: ({ comment }) => htmlLoads(comment) },
  roles: { recipient: ['/to'], text: ['/comment'] },
  additive: true,
  params: { message_id, ...optional({ to: forwarded, comment }) },
  request: ({ to }) => ({ body: { to: undefined, toRecipients: recipients(to) } }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/message-copy */
export const copy_message = write('POST /v1.0/me/messages/{message_id}/copy', {
  description: 'Copy a message into another folder',
  synonyms: ['duplicate', 'email'],
  is: [],
  roles: { destination: ['/folder_id'] },
  additive: true,
  params: { message_id, folder_id },
  rename: { folder_id: 'destinationId' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/message-delete: it goes to the folder of deleted items. */
export const delete_message = write('DELETE /v1.0/me/messages/{message_id}', {
  description: 'Delete a message or a draft',
  synonyms: ['email', 'mail', 'trash', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { message_id },
  confirm: {
    read: get_message,
    params: { message_id: ({ message_id }) => message_id },
    shows: (data) => (data === undefined ? true : undefined),
  },
})
