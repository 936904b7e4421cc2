import { choice, clearable, file, flag, list, optional, read, text, write } from '@patchbay/core/provider'
import { everywhere } from './fill.ts'

const file_id = text(200, 'Id of the file or folder')
const name = text(1000, 'Its name')
const parents = list(text(200, 'Id of a folder'), { max: 1, description: 'Folder id; default: My Drive' })
const folder = 'application/vnd.google-apps.folder'
const formats = [
  'application/pdf',
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'image/png',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const

/** https://developers.google.com/workspace/drive/api/guides/folder */
export const create_folder = write('POST /drive/v3/files', {
  description: 'Create a folder',
  synonyms: ['directory'],
  is: [],
  roles: { destination: ['/parents'], text: ['/name'] },
  additive: true,
  params: { name, parents: optional(parents) },
  request: () => ({ query: everywhere, body: { mimeType: folder } }),
})

/** https://developers.google.com/workspace/drive/api/guides/manage-uploads#simple */
export const upload_file = write('POST /upload/drive/v3/files', {
  description: 'Upload a file; it is called Untitled until update_file names it',
  synonyms: ['save', 'store', 'add document'],
  is: [],
  encoding: 'bytes',
  additive: true,
  params: { content: file(5_000_000, 'The file') },
  request: () => ({ query: { uploadType: 'media', ...everywhere } }),
})

/** https://developers.google.com/workspace/drive/api/reference/rest/v3/files/update */
export const update_file = write('PATCH /drive/v3/files/{file_id}', {
  description: 'Rename, move, star or trash a file or folder',
  synonyms: ['delete', 'remove', 'restore'],
  is: ['shares', 'deletes'],
  roles: { destination: ['/into_folder'], text: ['/name', '/about'] },
  idempotent: true,
  params: {
    file_id,
    ...optional({
      name,
      about: clearable(text(10_000, 'A short description')),
      starred: flag('Whether it is starred'),
      trashed: flag('Whether it is in the trash'),
      into_folder: text(200, 'Id of the folder to move it into'),
      out_of_folder: text(200, 'Id of the folder to move it out of'),
    }),
  },
  in: { into_folder: 'query', out_of_folder: 'query' },
  rename: { about: 'description', into_folder: 'addParents', out_of_folder: 'removeParents' },
  request: () => ({ query: everywhere }),
})

/** https://developers.google.com/workspace/drive/api/guides/manage-downloads */
export const download_file = read('GET /drive/v3/files/{file_id}', {
  description: 'Download a file; for Google documents use export_file',
  synonyms: ['content', 'open'],
  params: { file_id },
  request: () => ({ query: { alt: 'media', ...everywhere } }),
  answer: 'bytes',
})

/** https://developers.google.com/workspace/drive/api/guides/ref-export-formats */
export const export_file = read('GET /drive/v3/files/{file_id}/export', {
  description: 'Download a Google document, sheet or slides in another format',
  synonyms: ['pdf', 'word', 'excel', 'convert', 'read document'],
  params: { file_id, format: choice(formats, 'Media type of the format') },
  rename: { format: 'mimeType' },
  answer: 'bytes',
})
