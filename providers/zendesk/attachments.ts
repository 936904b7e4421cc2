import { file, integer, optional, read, Type, text, write } from '@patchbay/core/provider'

const anUpload = Type.Object({ upload: Type.Object({ token: Type.String() }) })

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket-attachments/#upload-files: 50 MB at most. A token that no comment uses ends by itself. */
export const upload_attachment = write('POST /api/v2/uploads', {
  description: 'Upload a file; add_comment or create_ticket attaches it by the token of the answer',
  synonyms: ['attach', 'file', 'picture', 'screenshot', 'document', 'ticket'],
  is: [],
  encoding: 'bytes',
  additive: true,
  params: {
    file: file(50_000_000, 'The file'),
    filename: text(255, 'Name of the file, with its extension'),
    upload_token: optional(text(100, 'Token of an earlier upload, for several files at one comment')),
  },
  in: { filename: 'query', upload_token: 'query' },
  rename: { upload_token: 'token' },
  result: anUpload,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket-attachments/#show-attachment */
export const get_attachment = read('GET /api/v2/attachments/{attachment_id}', {
  description: "Get an attachment's name, size and address",
  synonyms: ['file', 'download', 'picture', 'url'],
  params: { attachment_id: integer('Id of the attachment: list_comments') },
  result: Type.Object({ attachment: Type.Object({ id: Type.Integer() }) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket-attachments/#delete-upload */
export const delete_upload = write('DELETE /api/v2/uploads/{upload_token}', {
  description: 'Delete an uploaded file that no comment has yet',
  synonyms: ['remove', 'attachment'],
  is: ['deletes'],
  idempotent: true,
  params: { upload_token: text(100, 'Token of the upload') },
})
