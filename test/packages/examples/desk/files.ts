import { file, read, text, write } from '@patchbay/core/provider'

const filename = text(255, 'Name of the file')

export const upload_file = write('POST /api/v2/uploads', {
  description: 'Upload a file, and get the token by which it is attached to a comment',
  additive: true,
  encoding: 'bytes',
  params: { filename, file: file(500_000, 'The file') },
  in: { filename: 'query' },
})

export const get_file_link = read('GET /attachments/token/{token}', {
  description: 'Get a link under which an attached file can be downloaded',
  params: { token: text(100, "Token in the attachment's content_url"), name: filename },
  answer: 'location',
})
