import { file, read, text, write } from '@patchbay/core/provider'

export const upload_file = write('POST /v1/files', {
  description: 'Upload a file, which blocks can then show',
  additive: true,
  encoding: 'multipart',
  params: { file: file(500_000, 'The file') },
})

export const download_file = read('GET /v1/files/{file_id}/content', {
  description: 'Download a file',
  params: { file_id: text(36, 'Id of the file') },
  answer: 'bytes',
})
