import { openSlice, type Slice } from '@patchbay/core/imported'
import { temporaryProject } from '../../testing/temporary-project.ts'
import { type ImportOptions, importDocument } from '../index.ts'
import { documentOf } from './slice-of.ts'

export const text = { type: 'string' }
export const shelves = documentOf(
  {
    '/items': {
      get: {
        operationId: 'items.list',
        summary: 'List the items.',
        tags: ['Items'],
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
      },
      post: {
        operationId: 'items.create',
        requestBody: { content: { 'application/json': { schema: { $ref: './item.yaml' } } } },
      },
    },
    '/items/search': { post: { operationId: 'items.search' } },
    '/me': {
      get: {
        operationId: 'getMe',
        parameters: [{ name: 'token', in: 'query', description: 'The API token', schema: text }],
      },
    },
  },
  { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } } },
)
export const item = 'type: object\nproperties:\n  name: {type: string, description: Its name}\nrequired: [name]\n'
/** The same with another text. */
export const newItem = item.replace('Its name', 'Name it well')

export const project = () =>
  temporaryProject({
    'documents/shelves.json': JSON.stringify(shelves),
    'documents/item.yaml': item,
    'documents/turned.yaml': 'openapi: "3.1.0\ninfo: \u202eelit',
  })

export const read = (root: string, name: string) => Bun.file(`${root}/providers/shelves/${name}`).text()

export const sliceIn = async (root: string): Promise<Slice> =>
  openSlice(Buffer.from(await read(root, 'document.json'))).all()

/** Imports as the command does, in this process: to start another one that loads the importer takes a second. Returns what is printed. */
export const runImport = async (
  { root }: { readonly root: string },
  document = 'documents/shelves.json',
): Promise<string> => importDocument({ root, source: `${root}/${document}`, id: 'shelves' })

/** The end of an import's report. */
export const importShelves = async (root: string, more: Partial<ImportOptions> = {}): Promise<string> => {
  const report = await importDocument({ root, source: `${root}/documents/shelves.json`, id: 'shelves', ...more })
  return report.slice(report.lastIndexOf('\n\n') + 2)
}

export const oauth = {
  type: 'oauth2',
  flows: {
    authorizationCode: {
      authorizationUrl: 'https://login.shelves-host.com/o',
      tokenUrl: 'https://login.shelves-host.com/t',
      scopes: { read: "It's \n*/ all" },
    },
  },
}

const objectWith = (properties: object) => ({ type: 'object', properties })
/** A document whose host, caller and list leave no doubt. */
export const plainDocument = documentOf(
  {
    '/me': { get: { operationId: 'getMe' } },
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [{ name: 'cursor', in: 'query', schema: text }],
        responses: {
          200: {
            description: 'OK',
            content: {
              'application/json': {
                schema: objectWith({ items: { type: 'array', items: objectWith({ id: text }) }, next_cursor: text }),
              },
            },
          },
        },
      },
    },
  },
  {
    servers: [{ url: 'https://{shop}.shelves.com/v1', variables: { shop: { description: "The shop's *name*" } } }],
    components: { securitySchemes: { oauth } },
  },
)
