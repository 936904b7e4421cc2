import { fileIdPattern } from '@patchbay/core/files'
import { jsonContent, ref } from './openapi-components.ts'
import { callErrors } from './openapi-errors.ts'

const tenant = ref('parameters', 'tenantId')
const fileId = {
  in: 'path',
  name: 'file_id',
  required: true,
  description: "The file's id",
  schema: { type: 'string', pattern: fileIdPattern },
}

/** Percent-encoding without what a name can't have: control characters and slashes. */
const fileNameHeaderPattern = '^([!$&-.0-9A-Z_a-z~]|%(2[0-9A-E]|[3-689A-F][0-9A-F]|7[0-9A-E])){1,255}$'

/** The header of a body that is a file. */
export const fileNameHeader = {
  in: 'header',
  name: 'X-File-Name',
  required: false,
  description: "The file's name, percent-encoded",
  schema: { type: 'string', pattern: fileNameHeaderPattern },
}

const shownFile = {
  type: 'object',
  properties: {
    file_id: { type: 'string' },
    filename: { type: 'string' },
    bytes: { type: 'integer' },
    media_type: { type: 'string' },
    sha256: { type: 'string', description: 'In hex' },
    expires_at: { type: 'string', format: 'date-time' },
  },
  required: ['file_id', 'bytes', 'media_type', 'sha256', 'expires_at'],
}

const answer = (description: string) => ({
  description,
  content: jsonContent({
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      status: { type: 'integer' },
      cache: { type: 'string' },
      data: shownFile,
    },
    required: ['success', 'status', 'cache', 'data'],
  }),
})

/** A file as a body. */
export const fileContent = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const path = '/api/v1/{tenant}/files'

/** Files that calls name by their ids. */
export const filePaths = {
  [path]: {
    post: {
      operationId: 'put_file',
      tags: ['Files'],
      summary: 'Keep a file for a day',
      description:
        'Calls of the same token name it by its id instead of sending its bytes. `Content-Type` is its media type.',
      parameters: [tenant, fileNameHeader],
      requestBody: { required: true, content: fileContent },
      responses: { '201': answer('The file is kept'), ...callErrors },
    },
  },
  [`${path}/{file_id}`]: {
    get: {
      operationId: 'describe_file',
      tags: ['Files'],
      summary: 'Describe a file',
      parameters: [tenant, fileId],
      responses: { '200': answer('The file'), ...callErrors },
    },
    delete: {
      operationId: 'delete_file',
      tags: ['Files'],
      summary: 'Delete a file before it expires',
      parameters: [tenant, fileId],
      responses: { '200': answer('The file is gone'), ...callErrors },
    },
  },
  [`${path}/{file_id}/content`]: {
    get: {
      operationId: 'read_file',
      tags: ['Files'],
      summary: 'Download a file',
      parameters: [tenant, fileId],
      responses: { '200': { description: 'Its bytes, with its media type', content: fileContent }, ...callErrors },
    },
  },
  '/files/{secret}': {
    get: {
      operationId: 'download_file',
      tags: ['Files'],
      summary: 'Download a file by the link that a call answered with',
      description: 'For one complete download within ten minutes; whoever has the link needs no token.',
      parameters: [{ in: 'path', name: 'secret', required: true, schema: { type: 'string' } }],
      security: [],
      responses: { '200': { description: 'Its bytes, with its media type', content: fileContent }, ...callErrors },
    },
  },
}
