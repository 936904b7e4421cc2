import type { Tool } from '../tool-server.ts'

const object = { type: 'object' }
const text = { type: 'string' }

/** The tools of all reports, some of which have schemas that break other clients. */
export const reportedTools: readonly Tool[] = [
  { name: 'look', description: 'Looks', inputSchema: object },
  {
    name: 'no-schema',
    description: 'Takes anything',
    inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' },
  },
  { name: 'null-type', description: 'Takes a word', inputSchema: { type: null, properties: { word: text } } },
  { name: 'null-properties', description: 'Takes nothing', inputSchema: { type: 'object', properties: null } },
  {
    name: 'references',
    description: 'Takes a request',
    inputSchema: {
      type: 'object',
      properties: { request: { $ref: '#/$defs/Request', title: 'Request' } },
      required: ['request'],
      $defs: { Request: { type: 'object', properties: { word: text, next: { $ref: '#/$defs/Request' } } } },
    },
  },
  {
    name: 'older-draft',
    description: 'Takes a request',
    inputSchema: {
      type: 'object',
      properties: { p: { $ref: '#/definitions/Request' } },
      definitions: { Request: { type: 'object', properties: { word: text } } },
    },
  },
  { name: 'admin.pages/update', description: 'Updates a page', inputSchema: object },
  { name: 'resolve-library-id', description: 'Finds a library', inputSchema: object },
  {
    name: 'unknown-type',
    description: 'Takes an odd thing',
    inputSchema: { type: 'object', properties: { p: { type: 'UNKNOWN' } } },
  },
  {
    name: 'says-output',
    description: 'Says more',
    inputSchema: object,
    outputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
  },
]

const [_first = { name: '', inputSchema: {} }, ..._others] = reportedTools
