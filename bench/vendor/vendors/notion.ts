import type { Vendor } from '../vendor.ts'

const sdk = 'the package @notionhq/client 5.26.0 of npm, build/src/api-endpoints'
const absent = `the document has 17 paths and leaves it out; ${sdk} has it`
const uuid = 'https://developers.notion.com/reference/intro#conventions: the dashes of ids may be left out'
const pages = 'https://github.com/makenotion/notion-sdk-js/blob/main/src/api-endpoints/pages.ts'
const blocks = 'https://github.com/makenotion/notion-sdk-js/blob/main/src/api-endpoints/blocks.ts'
const markdown = '/paths/~1v1~1pages~1{page_id}~1markdown'

const text = { type: 'string' }
const open = { type: 'object' }
const bodyOf = (path: string, method: string): `/${string}` =>
  `/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`
const parameters = (...more: object[]) => [
  { name: 'page_id', in: 'path', required: true, schema: text },
  { name: 'Notion-Version', in: 'header', required: true, schema: { const: '2026-03-11' } },
  ...more,
]
const parentOf = (name: string) => ({
  type: 'object',
  properties: { [name]: text },
  required: [name],
  additionalProperties: false,
})

const version = { $ref: '#/components/parameters/notionVersion' }
const nothing = { type: 'string', nullable: true, enum: [null] }
const typedParentOf = (name: string) => ({
  type: 'object',
  properties: { type: { const: name }, [name]: text },
  required: [name],
  additionalProperties: false,
})

export const notion: Vendor = {
  id: 'notion',
  documents: [
    {
      file: 'notion__notion-openapi.json',
      from: 'https://github.com/makenotion/notion-mcp-server/blob/1d38420769c8a1fe2d583ff1e7d2d108d4eb0b30/scripts/notion-openapi.json',
      corrections: [
        {
          at: `${markdown}/get/parameters`,
          value: parameters({ name: 'include_transcript', in: 'query', schema: { type: 'boolean' } }),
          why: uuid,
        },
        { at: `${markdown}/patch/parameters`, value: parameters(), why: uuid },
        {
          at: '/components/schemas/parentRequest',
          value: { oneOf: [parentOf('page_id'), parentOf('data_source_id')] },
          why: `${uuid}; ${pages}: rows belong to a data source`,
        },
        {
          at: '/paths/~1v1~1pages/post/requestBody/content/application~1json/schema/properties/children/items',
          value: { type: 'object' },
          why: `${pages}: blocks are objects`,
        },
        {
          at: '/components/schemas/blockObjectRequest',
          value: { type: 'object', properties: { type: text, paragraph: { type: 'object' } } },
          why: `${blocks}: there are more blocks than the two of the document`,
        },
        {
          at: '/paths/~1v1~1pages~1{page_id}~1move/post/parameters',
          value: [{ name: 'page_id', in: 'path', required: true, schema: text }, version],
          why: uuid,
        },
        {
          at: '/components/schemas/movePageParentRequest',
          value: { oneOf: [typedParentOf('page_id'), typedParentOf('data_source_id')] },
          why: `${sdk}/pages.d.ts, MovePageBodyParameters`,
        },
        {
          at: `${bodyOf('/v1/pages/{page_id}', 'patch')}/properties/icon`,
          value: { anyOf: [{ type: 'object' }, nothing] },
          why: `${sdk}/pages.d.ts, UpdatePageBodyParameters: an emoji, a picture, or null`,
        },
        {
          at: `${bodyOf('/v1/pages/{page_id}', 'patch')}/properties/cover`,
          value: { anyOf: [{ type: 'object' }, nothing] },
          why: `${sdk}/pages.d.ts, UpdatePageBodyParameters: a picture, or null`,
        },
        {
          at: `${bodyOf('/v1/data_sources', 'post')}/properties/parent`,
          value: typedParentOf('database_id'),
          why: `${sdk}/data-sources.d.ts, ParentOfDataSourceRequest: a database`,
        },
        {
          at: bodyOf('/v1/data_sources/{data_source_id}', 'patch'),
          value: {
            type: 'object',
            properties: { title: { type: 'array' }, properties: open, in_trash: { type: 'boolean' } },
          },
          why: `${sdk}/data-sources.d.ts, UpdateDataSourceBodyParameters`,
        },
        {
          at: bodyOf('/v1/comments', 'post'),
          value: {
            type: 'object',
            properties: { parent: open, discussion_id: text, rich_text: { type: 'array' } },
            required: ['rich_text'],
          },
          why: `${sdk}/comments.d.ts, CreateCommentBodyParameters: a page, a block or a discussion`,
        },
        {
          at: bodyOf('/v1/blocks/{block_id}', 'patch'),
          value: open,
          why: `${sdk}/blocks.d.ts, UpdateBlockBodyParameters: what changes stands below the name of its type`,
        },
        {
          at: '/paths/~1v1~1users~1{user_id}/get/parameters',
          value: [{ name: 'user_id', in: 'path', required: true, schema: text }, version],
          why: uuid,
        },
        ...['pages~1{page_id}~1properties~1{property_id}', 'users~1{user_id}'].map((path) => ({
          at: `/paths/~1v1~1${path}/get/responses/200/content/application~1json` as const,
          value: {},
          why: 'it has no example that says anything, so that the mock makes something up',
        })),
      ],
    },
  ],
  headers: { 'notion-version': 'https://developers.notion.com/reference/versioning' },
  query: { name: `${sdk}/data-sources.d.ts, ListDataSourceTemplatesQueryParameters` },
  withoutOperation: {
    create_database: absent,
    update_database: absent,
    get_comment: absent,
    attach_file: absent,
    get_file_upload: absent,
    list_file_uploads: absent,
    upload_file: absent,
  },
}
