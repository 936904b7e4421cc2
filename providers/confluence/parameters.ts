import { choice, integer, link, Type } from '@patchbay/core/provider'

export const page_id = integer('Id of the page: the number in its URL')
export const space_id = integer('Id of the space: list_spaces lists them')
export const html = Type.String({
  minLength: 1,
  maxLength: 500_000,
  description: "The text in Confluence's storage format, which is XHTML",
  examples: ['<p>Hello</p>'],
})
export const format = choice(['storage', 'atlas_doc_format'], 'Return the text too, in this format')

/** https://developer.atlassian.com/cloud/confluence/rest/v2/intro/#pagination */
export const listed = link({ items: '/results', next: '/_links/next', size: { into: 'limit', max: 250 } })
export const thing = Type.Object({ id: Type.String() })
