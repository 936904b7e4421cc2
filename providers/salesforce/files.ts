import { file, optional, read, Type, text, write } from '@patchbay/core/provider'
import { anyId, record_id, rows } from './parameters.ts'

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_insert_update_blob.htm: as parts, for files of up to 2 GB */
export const upload_file = write('POST /services/data/v62.0/sobjects/ContentVersion', {
  description: 'Upload a file, attach it to a record, or add a version of a file',
  synonyms: ['attach', 'document', 'attachment', 'content'],
  is: ['shares'],
  roles: { destination: ['/linked_id'], text: ['/file_title', '/file_description'] },
  encoding: 'multipart',
  additive: true,
  params: {
    file: file(100_000_000, 'The file'),
    path_on_client: text(500, 'Name of the file with its extension, e.g. offer.pdf'),
    ...optional({
      file_title: text(255, 'Title; default: the name'),
      file_description: text(1000, 'Description'),
      linked_id: anyId('Id of the record, library or group that it belongs to'),
      document_id: anyId('Id of the file (ContentDocument) that gets a new version'),
    }),
  },
  rename: {
    file: 'VersionData',
    path_on_client: '/entity_content/PathOnClient',
    file_title: '/entity_content/Title',
    file_description: '/entity_content/Description',
    linked_id: '/entity_content/FirstPublishLocationId',
    document_id: '/entity_content/ContentDocumentId',
  },
  result: Type.Object({ id: Type.String(), success: Type.Boolean() }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_blob_retrieve.htm */
export const download_file = read('GET /services/data/v62.0/sobjects/ContentVersion/{version_id}/VersionData', {
  description: 'Download a version of a file',
  synonyms: ['content', 'attachment', 'document', 'open'],
  params: { version_id: anyId('Id of the version: LatestPublishedVersionId of list_files') },
  answer: 'bytes',
})

const listed = [
  'ContentDocumentId',
  'ContentDocument.Title',
  'ContentDocument.FileExtension',
  'ContentDocument.ContentSize',
  'ContentDocument.LatestPublishedVersionId',
  'ContentDocument.LastModifiedDate',
].join(', ')

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentdocumentlink.htm */
export const list_files = read('GET /services/data/v62.0/query', {
  description: 'List the files of a record',
  synonyms: ['attachments', 'documents', 'content'],
  params: { record_id },
  request: ({ record_id }) => ({
    query: {
      record_id: undefined,
      q: `SELECT ${listed} FROM ContentDocumentLink WHERE LinkedEntityId = '${record_id}'`,
    },
  }),
  result: Type.Object({ totalSize: Type.Integer(), records: Type.Array(Type.Unknown()) }),
  pages: rows,
})
