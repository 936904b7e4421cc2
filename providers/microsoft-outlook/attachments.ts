import { aboutFile, file, flag, inBase64, optional, read, text, write } from '@patchbay/core/provider'
import * as outlook from './parameters.ts'

const { message_id, event_id, id, aList, thing } = outlook
const attachment_id = id('Id of the attachment; list_attachments lists them')
/** Larger ones need an upload session, up to 150 MB: https://learn.microsoft.com/en-us/graph/outlook-large-attachments */
const attached = file(3_000_000, 'The file, under 3 MB')
const shown = { $select: 'id,name,contentType,size,isInline,lastModifiedDateTime' }
const more = optional({
  name: text(255, "Name of the attachment; left out: the file's own"),
  is_inline: flag('Whether the text shows it; with content_id'),
  content_id: text(255, 'Name by which the text shows it: logo for <img src="cid:logo">'),
})

/** https://learn.microsoft.com/en-us/graph/api/resources/fileattachment */
const toAttachment = ({
  content,
  name,
}: {
  readonly content: Parameters<typeof aboutFile>[0]
  readonly name?: string
}) => {
  const { filename, media_type } = aboutFile(content)
  return {
    content: undefined,
    '@odata.type': '#microsoft.graph.fileAttachment',
    name: name ?? filename,
    contentType: media_type,
    contentBytes: inBase64(content),
  }
}

/** https://learn.microsoft.com/en-us/graph/api/message-list-attachments */
export const list_attachments = read('GET /v1.0/me/messages/{message_id}/attachments', {
  description: 'List the attachments of a message, without their contents',
  synonyms: ['files', 'documents', 'attached', 'email', 'mail'],
  ttl: '1m',
  params: { message_id },
  request: () => ({ query: shown }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/attachment-get */
export const download_attachment = read('GET /v1.0/me/messages/{message_id}/attachments/{attachment_id}/$value', {
  description: 'Download an attachment of a message',
  synonyms: ['file', 'save', 'open', 'document', 'email'],
  answer: 'bytes',
  params: { message_id, attachment_id },
})

/** https://learn.microsoft.com/en-us/graph/api/message-post-attachments */
export const add_attachment = write('POST /v1.0/me/messages/{message_id}/attachments', {
  description: 'Attach a file to a draft',
  synonyms: ['attachment', 'document', 'add', 'email', 'mail'],
  is: [],
  roles: { destination: ['/message_id'], text: ['/name'] },
  additive: true,
  params: { message_id, content: attached, ...more },
  rename: { is_inline: 'isInline', content_id: 'contentId' },
  request: (params) => ({ body: toAttachment(params) }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/attachment-delete */
export const delete_attachment = write('DELETE /v1.0/me/messages/{message_id}/attachments/{attachment_id}', {
  description: 'Remove an attachment from a draft',
  synonyms: ['detach', 'file', 'email'],
  is: ['deletes'],
  idempotent: true,
  params: { message_id, attachment_id },
})

/** https://learn.microsoft.com/en-us/graph/api/event-list-attachments */
export const list_event_attachments = read('GET /v1.0/me/events/{event_id}/attachments', {
  description: 'List the attachments of an event, without their contents',
  synonyms: ['files', 'meeting documents', 'agenda'],
  ttl: '1m',
  params: { event_id },
  request: () => ({ query: shown }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/event-post-attachments */
export const add_event_attachment = write('POST /v1.0/me/events/{event_id}/attachments', {
  description: 'Attach a file to an event',
  synonyms: ['meeting', 'document', 'agenda'],
  is: ['shares'],
  roles: { destination: ['/event_id'], text: ['/name'], derives: ['recipient'] },
  additive: true,
  params: { event_id, content: attached, ...more },
  rename: { is_inline: 'isInline', content_id: 'contentId' },
  request: (params) => ({ body: toAttachment(params) }),
  result: thing,
})
