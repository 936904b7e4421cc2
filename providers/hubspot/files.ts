import { choice, file, flag, integer, invalid, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, numericId, pages } from './parameters.ts'

const file_id = numericId('Id of the file')
const folder_id = text(30, 'Id of the folder')
const folder_path = text(1000, 'Path of the folder, e.g. /library/contracts; it is made if it is missing')
const file_name = text(255, 'Name of the file, without the extension')
const aFile = Type.Object({ id: Type.String() })
const access = choice(
  [
    'PUBLIC_INDEXABLE',
    'PUBLIC_NOT_INDEXABLE',
    'HIDDEN_INDEXABLE',
    'HIDDEN_NOT_INDEXABLE',
    'HIDDEN_PRIVATE',
    'HIDDEN_SENSITIVE',
    'PRIVATE',
    'SENSITIVE',
  ],
  'Who can see it: PUBLIC_INDEXABLE anybody and search engines, PUBLIC_NOT_INDEXABLE anybody with the link, PRIVATE nobody without a signed link',
)

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide: 100 MB with the API */
export const upload_file = write('POST /files/v3/files', {
  description: 'Upload a file into a folder of the file manager',
  synonyms: ['attach', 'document', 'image', 'picture', 'send'],
  is: ['publishes'],
  roles: { destination: ['/folder_id', '/folder_path'] },
  encoding: 'multipart',
  additive: true,
  params: {
    file: file(100_000_000, 'The file'),
    access,
    ...optional({
      folder_id,
      folder_path,
      file_name,
      overwrite: flag('Whether to replace a file of the same name'),
      expires_in: text(20, 'After which the file is deleted, e.g. P3M'),
    }),
  },
  rename: { folder_id: 'folderId', folder_path: 'folderPath', file_name: 'fileName' },
  request: ({ access, overwrite, expires_in: ttl, folder_id, folder_path }) => {
    if ((folder_id === undefined) === (folder_path === undefined))
      throw invalid('', 'give either folder_id or folder_path')
    const options = { access, ...(overwrite !== undefined && { overwrite }), ...(ttl !== undefined && { ttl }) }
    // HubSpot takes them as a text with JSON.
    return {
      body: { access: undefined, overwrite: undefined, expires_in: undefined, options: JSON.stringify(options) },
    }
  },
  result: aFile,
})

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const search_files = read('GET /files/v3/files/search', {
  description: 'List the files of the file manager, or find them by name or folder',
  synonyms: ['documents', 'images', 'media', 'library'],
  params: optional({
    file_name: text(255, 'Part of the name'),
    file_path: text(1000, 'Path of the file'),
    folder_ids: list(integer('Id of the folder'), { min: 1, max: 100, description: 'Only files in these folders' }),
    file_type: choice(['IMG', 'DOCUMENT', 'AUDIO', 'MOVIE', 'OTHER'], 'Only files of this kind'),
    sort: list(text(50, 'A field, with - in front for the reverse'), {
      min: 1,
      max: 5,
      description: 'e.g. ["-createdAt"]',
    }),
  }),
  rename: { file_name: 'name', file_path: 'path', folder_ids: 'parentFolderIds', file_type: 'type' },
  styles: { folder_ids: 'repeat', sort: 'repeat' },
  result: aList,
  pages: pages(100),
})

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const get_file = read('GET /files/v3/files/{file_id}', {
  description: "Get a file's name, size, folder and address",
  synonyms: ['document', 'url', 'details'],
  params: { file_id },
  result: aFile,
})

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const get_file_link = read('GET /files/v3/files/{file_id}/signed-url', {
  description: 'Get a link under which anybody can download a private file for some time',
  synonyms: ['download', 'signed url', 'open'],
  params: {
    file_id,
    ...optional({
      expiration_seconds: integer('How long the link works, in seconds'),
      image_size: choice(['thumb', 'icon', 'medium', 'preview'], 'Of an image: the size'),
    }),
  },
  rename: { expiration_seconds: 'expirationSeconds', image_size: 'size' },
  result: Type.Object({ url: Type.String() }),
})

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const delete_file = write('DELETE /files/v3/files/{file_id}', {
  description: 'Delete a file from the file manager',
  synonyms: ['remove', 'document'],
  is: ['deletes'],
  idempotent: true,
  params: { file_id },
  confirm: {
    read: get_file,
    params: { file_id: ({ file_id }) => file_id },
    shows: (data) => data === undefined,
  },
})

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const create_folder = write('POST /files/v3/folders', {
  description: 'Create a folder in the file manager',
  synonyms: ['directory', 'new'],
  is: [],
  additive: true,
  params: {
    folder_name: text(255, 'Name of the folder'),
    ...optional({
      parent_folder_id: text(30, 'Id of the folder that it is in'),
      parent_path: text(1000, 'Path of the folder that it is in'),
    }),
  },
  rename: { folder_name: 'name', parent_folder_id: 'parentFolderId', parent_path: 'parentPath' },
  result: aFile,
})

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const search_folders = read('GET /files/v3/folders/search', {
  description: 'List the folders of the file manager, or find them by name',
  synonyms: ['directories'],
  params: optional({ folder_name: text(255, 'Part of the name') }),
  rename: { folder_name: 'name' },
  result: aList,
  pages: pages(100),
})
