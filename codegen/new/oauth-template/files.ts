import { file, read, text, write } from '@patchbay/core/provider'

const item_id = text(100, 'Id of the item')

export const list_files = read('GET /items/{item_id}/files', {
  description: 'List the files of an item',
  ttl: '30s',
  params: { item_id },
})

/** The file is a part of a form beside the other parameters; `encoding: 'bytes'` makes it the whole body. */
export const upload_file = write('POST /items/{item_id}/files', {
  description: 'Attach a file to an item',
  encoding: 'multipart',
  additive: true,
  /** Write the vendor's own limit, in bytes. */
  params: { item_id, file: file(10_000_000, 'The file') },
})
