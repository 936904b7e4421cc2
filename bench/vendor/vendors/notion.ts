import type { Vendor } from '../vendor.ts'

const uuid = 'https://developers.notion.com/reference/intro#conventions: the dashes of ids may be left out'
const pages = 'https://github.com/makenotion/notion-sdk-js/blob/main/src/api-endpoints/pages.ts'
const blocks = 'https://github.com/makenotion/notion-sdk-js/blob/main/src/api-endpoints/blocks.ts'
const markdown = '/paths/~1v1~1pages~1{page_id}~1markdown'

const text = { type: 'string' }
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
      ],
    },
  ],
  headers: { 'notion-version': 'https://developers.notion.com/reference/versioning' },
}
