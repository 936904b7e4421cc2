import { aboutFile, at, choice, file, optional, path, read, Type, text, write } from '@patchbay/core/provider'
import * as notion from './parameters.ts'

const file_upload_id = notion.id('Id of the uploaded file')
/** Larger files are sent in parts: https://developers.notion.com/docs/uploading-small-files */
const upload = file(20_000_000, 'The file, up to 20 MB; 5 MB in free workspaces')

/** https://developers.notion.com/reference/create-a-file-upload */
const open_upload = read('POST /v1/file_uploads', {
  description: 'Begin the upload of a file',
  params: { filename: text(900, 'Name of the file'), content_type: text(127, 'Its media type') },
})

/** https://developers.notion.com/reference/send-a-file-upload */
const send_bytes = read('POST /v1/file_uploads/{file_upload_id}/send', {
  description: 'Send the bytes of a file',
  encoding: 'multipart',
  params: { file_upload_id, file: upload },
})

const toUpload = (given: Parameters<typeof aboutFile>[0]) => {
  const { filename, media_type } = aboutFile(given)
  return { filename, content_type: media_type }
}
const idOf = (opened: unknown): string => String(at(opened, '/id'))

/** https://developers.notion.com/reference/list-file-uploads */
export const list_file_uploads = read('GET /v1/file_uploads', {
  description: 'List the files that this integration uploaded',
  synonyms: ['attachments', 'documents', 'pictures'],
  params: optional({ status: choice(['pending', 'uploaded', 'expired', 'failed'], 'Only files in this state') }),
  ...notion.aList,
})

/** https://developers.notion.com/reference/retrieve-a-file-upload */
export const get_file_upload = read('GET /v1/file_uploads/{file_upload_id}', {
  description: 'Get an uploaded file: its state, name and size',
  synonyms: ['attachment', 'document'],
  params: { file_upload_id },
  result: notion.thing,
})

/** In two steps; without a place within an hour it is gone: https://developers.notion.com/docs/uploading-small-files */
export const upload_file = write('POST /v1/file_uploads/new/send', {
  description: 'Upload a file, for a block, property, icon or cover within the next hour',
  synonyms: ['attachment', 'document', 'picture', 'image', 'pdf'],
  is: [],
  additive: true,
  encoding: 'multipart',
  params: { file: upload },
  before: [{ send: open_upload, params: ({ file }) => toUpload(file) }],
  complete: (_params, [opened]) => ({ path: path`/v1/file_uploads/${idOf(opened)}/send` }),
  result: notion.thing,
})

const kinds = ['file', 'image', 'pdf', 'video', 'audio'] as const

/** In three steps: https://developers.notion.com/docs/uploading-small-files and https://developers.notion.com/reference/patch-block-children */
export const attach_file = write('PATCH /v1/blocks/{block_id}/children', {
  description: 'Upload a file, and put it at the end of a page or block',
  synonyms: ['attachment', 'document', 'picture', 'image', 'pdf', 'insert'],
  is: [],
  roles: { destination: ['/block_id'], text: ['/caption'] },
  additive: true,
  params: {
    block_id: notion.block_id,
    file: upload,
    ...optional({ kind: choice(kinds, 'Kind of the block; left out: file'), caption: notion.content }),
  },
  before: [
    { send: open_upload, params: ({ file }) => toUpload(file) },
    { send: send_bytes, params: ({ file }, [opened]) => ({ file_upload_id: idOf(opened), file }) },
  ],
  request: () => ({ body: { file: undefined, kind: undefined, caption: undefined } }),
  complete: ({ kind = 'file', caption }, [opened]) => ({
    body: {
      children: [
        {
          type: kind,
          [kind]: {
            type: 'file_upload',
            file_upload: { id: idOf(opened) },
            ...(caption !== undefined && { caption: [{ text: { content: caption } }] }),
          },
        },
      ],
    },
  }),
  result: Type.Object({ results: Type.Array(Type.Unknown()) }),
})
