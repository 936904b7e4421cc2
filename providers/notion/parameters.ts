import { choice, cursor, list, markdownLoads, object, pattern, Type, text } from '@patchbay/core/provider'

/** Ids are UUIDs, with or without dashes: https://developers.notion.com/reference/intro#conventions */
export const id = (description: string) =>
  pattern('^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$', 36, description)

export const page_id = id('Id of the page: the last 32 characters of its URL')
export const block_id = id('Id of the block; a page is a block too')
export const data_source_id = id('Id of the data source; get_database lists them')
export const database_id = id('Id of the database')
export const user_id = id('Id of the user')

/** https://developers.notion.com/reference/property-value-object */
export const properties = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 500,
  description: 'Values by property name, as Notion writes them',
  examples: [{ Name: { title: [{ text: { content: 'Plan' } }] }, Done: { checkbox: true } }],
})

/** A rich text is at most 2,000 characters: https://developers.notion.com/reference/request-limits */
export const content = text(2000, 'The text')

/** https://developers.notion.com/reference/block */
const block = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 20,
  description: 'A block, as Notion writes it',
  examples: [{ type: 'paragraph', paragraph: { rich_text: [{ text: { content: 'Hello' } }] } }],
})
export const children = list(block, { min: 1, max: 100, description: 'The blocks to add' })

/** https://developers.notion.com/reference/property-schema-object */
export const schema = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 500,
  description: 'Columns by name, as Notion writes them; null removes one',
  examples: [{ Name: { title: {} }, Due: { date: {} }, Points: { number: { format: 'number' } } }],
})
export const title = text(2000, 'The title')
export const toRichText = (content: string | undefined) => (content === undefined ? undefined : [{ text: { content } }])

export const sorts = list(
  object({
    property: text(2000, 'Name of the property'),
    direction: choice(['ascending', 'descending'], 'The order'),
  }),
  { max: 100, description: 'How to sort the pages' },
)

/** Elements of Notion's Markdown that show what the workspace has: https://developers.notion.com/guides/data-apis/enhanced-markdown */
const quiet = new Set(
  `callout column columns database empty-block mention-data-source mention-database mention-date mention-page mention-user page synced_block
  synced_block_reference table_of_contents toggle`.split(/\s+/),
)
/** True if a value has a member of one of these names, at any depth. */
const holdsMember = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, one]) => names.includes(name) || holdsMember(one, names))

/** Pictures and frames from elsewhere are loaded as soon as somebody opens the page; Notion reads a bookmark's page itself. */
export const markdownClasses = {
  sends: ({ markdown }: { readonly markdown: string }) => markdown.includes('<mention-user'),
  runs: ({ markdown }: { readonly markdown: string }) => markdownLoads(markdown, quiet),
}
/** The same of blocks and properties; people who are mentioned are notified: https://developers.notion.com/reference/rich-text#mention */
export const blockClasses = {
  sends: (blocks: object) => holdsMember(blocks, ['mention']),
  runs: (blocks: object) => holdsMember(blocks, ['external', 'embed', 'bookmark', 'link_preview']),
}

/** The members that every answer of Notion's has; others pass unchanged. */
export const thing = Type.Object({ object: Type.String(), id: Type.String() })

/** https://developers.notion.com/reference/intro#pagination */
export const aList = {
  result: Type.Object({ object: Type.Literal('list'), results: Type.Array(Type.Unknown()) }),
  pages: cursor({
    items: '/results',
    next: '/next_cursor',
    into: 'start_cursor',
    size: { into: 'page_size', max: 100 },
  }),
} as const

/** The Markdown endpoints want a later version than the others: https://developers.notion.com/reference/retrieve-page-markdown */
export const markdownVersion = { 'Notion-Version': '2026-03-11' }
export const aMarkdown = Type.Object({ id: Type.String(), markdown: Type.String() })
