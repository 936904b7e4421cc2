import {
  at,
  choice,
  clearable,
  findMade,
  flag,
  holds,
  invalid,
  optional,
  path,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as notion from './parameters.ts'
import { isSameId, readTitle } from './plain-text.ts'

const { page_id, data_source_id, properties, markdownVersion } = notion

const markdown = Type.String({ minLength: 1, maxLength: 100_000, description: 'The text, in Markdown' })

/** https://developers.notion.com/reference/post-search */
export const search = read('POST /v1/search', {
  description: 'Find pages and data sources by words of their titles; the integration only sees pages shared with it',
  synonyms: ['look up', 'wiki', 'docs', 'find a database'],
  ttl: '30s',
  params: optional({
    query: text(1000, 'Words of the title; default: everything'),
    only: choice(['page', 'data_source'], 'Only results of this kind'),
    edited: choice(['ascending', 'descending'], 'Order by the time of the last edit'),
  }),
  request: ({ only, edited }) => ({
    body: {
      only: undefined,
      edited: undefined,
      filter: only && { property: 'object', value: only },
      sort: edited && { timestamp: 'last_edited_time', direction: edited },
    },
  }),
  ...notion.aList,
})

/** https://developers.notion.com/reference/retrieve-a-page */
export const get_page = read('GET /v1/pages/{page_id}', {
  description: "Get a page's properties; get_page_markdown gets its text",
  synonyms: ['record', 'row', 'entry'],
  ttl: '30s',
  params: { page_id },
  result: notion.thing,
})

/** https://developers.notion.com/reference/retrieve-page-markdown */
export const get_page_markdown = read('GET /v1/pages/{page_id}/markdown', {
  description: "Get a page's whole text as Markdown",
  synonyms: ['read', 'contents', 'document', 'notes'],
  ttl: '30s',
  params: { page_id, include_transcript: optional(flag('Whether to include transcripts of meeting notes')) },
  request: () => ({ headers: markdownVersion }),
  result: notion.aMarkdown,
})

const listedPages = { items: '/results', made: '/created_time', most: 300, mayMiss: true } as const

/** https://developers.notion.com/reference/post-page */
export const create_page = write('POST /v1/pages', {
  description: 'Create a page: in a data source as a row, or below another page',
  synonyms: ['add', 'new document', 'new row', 'task', 'record'],
  is: ['sends', 'runs'],
  onlyIf: notion.blockClasses,
  roles: { destination: ['/page_id', '/data_source_id'], derives: ['recipient'] },
  additive: true,
  params: { properties, ...optional({ page_id, data_source_id, children: notion.children }) },
  request: ({ page_id, data_source_id }) => {
    if ((page_id === undefined) === (data_source_id === undefined))
      throw invalid('', 'give either page_id or data_source_id: where the page is created')
    return {
      body: { page_id: undefined, data_source_id: undefined, parent: page_id ? { page_id } : { data_source_id } },
    }
  },
  result: notion.thing,
  /** A search without words gives all pages, those first that were edited last; its index lags: https://developers.notion.com/reference/search-optimizations-and-limitations */
  confirm: {
    read: search,
    when: ({ properties }) => readTitle(properties) !== undefined,
    params: { only: 'page', edited: 'descending', limit: 300 },
    shows: (data, sought) => {
      const { properties, page_id, data_source_id } = sought.params
      const isIn = (page: unknown): boolean =>
        page_id === undefined
          ? isSameId(at(page, '/parent/data_source_id'), data_source_id ?? '')
          : isSameId(at(page, '/parent/page_id'), page_id)
      const title = readTitle(properties)
      return findMade(data, sought, listedPages, {
        is: (page) => isIn(page) && readTitle(at(page, '/properties')) === title,
        mayBe: () => true,
      })
    },
  },
})

const toPicture = (url: string | null | undefined) =>
  typeof url === 'string' ? { type: 'external', external: { url } } : url
const toIcon = (icon: string | null | undefined) =>
  typeof icon !== 'string' || icon.startsWith('https://') ? toPicture(icon) : { type: 'emoji', emoji: icon }

/** https://developers.notion.com/reference/patch-page */
export const update_page = write('PATCH /v1/pages/{page_id}', {
  description:
    "Change a page's properties, icon or cover, or put it into the trash; properties left out stay as they are",
  synonyms: ['edit', 'set', 'archive', 'delete', 'status', 'task', 'restore', 'emoji'],
  is: ['sends', 'deletes', 'runs'],
  onlyIf: {
    sends: notion.blockClasses.sends,
    runs: ({ properties, icon, cover }) =>
      notion.blockClasses.runs({ properties }) || [icon, cover].some((one) => one?.includes('://')),
    deletes: ({ in_trash }) => in_trash === true,
  },
  roles: { destination: ['/page_id'], derives: ['recipient'] },
  idempotent: true,
  params: {
    page_id,
    ...optional({
      properties,
      in_trash: flag('true moves the page into the trash, false restores it'),
      icon: clearable(text(2000, 'An emoji, or the URL of a picture')),
      cover: clearable(text(2000, 'URL of a picture')),
    }),
  },
  request: ({ icon, cover }) => ({ body: { icon: toIcon(icon), cover: toPicture(cover) } }),
  result: notion.thing,
  confirm: {
    read: get_page,
    params: { page_id: ({ page_id }) => page_id },
    when: ({ icon, cover }) => icon === undefined && cover === undefined,
    shows: holds(({ properties, in_trash }) => ({ properties, in_trash }), '/last_edited_time'),
  },
})

/** https://developers.notion.com/reference/update-page-markdown */
export const append_markdown = write('PATCH /v1/pages/{page_id}/markdown', {
  description: 'Add Markdown text at the end of a page',
  synonyms: ['write', 'insert', 'add notes', 'code snippet', 'add a code block'],
  is: ['sends', 'runs'],
  onlyIf: notion.markdownClasses,
  roles: { destination: ['/page_id'], text: ['/markdown'], derives: ['recipient'] },
  additive: true,
  params: { page_id, markdown },
  request: ({ markdown: content }) => ({
    headers: markdownVersion,
    body: { markdown: undefined, type: 'insert_content', insert_content: { content } },
  }),
  result: notion.aMarkdown,
})

/** https://developers.notion.com/reference/update-page-markdown */
export const replace_markdown = write('PATCH /v1/pages/{page_id}/markdown', {
  description: "Replace one passage of a page's Markdown by another; get_page_markdown shows the exact text",
  synonyms: ['edit', 'correct', 'rewrite'],
  is: ['sends', 'runs'],
  onlyIf: notion.markdownClasses,
  roles: { destination: ['/page_id'], text: ['/markdown'], derives: ['recipient'] },
  params: { page_id, old_markdown: text(100_000, 'The exact text of the passage, which must occur once'), markdown },
  request: ({ old_markdown: old_str, markdown: new_str }) => ({
    headers: markdownVersion,
    body: {
      old_markdown: undefined,
      markdown: undefined,
      type: 'update_content',
      update_content: { content_updates: [{ old_str, new_str }] },
    },
  }),
  result: notion.aMarkdown,
})

/** https://developers.notion.com/reference/move-page */
export const move_page = write('POST /v1/pages/{page_id}/move', {
  description: 'Move a page below another page or into a data source',
  synonyms: ['under', 'parent', 'reorganize', 'database'],
  is: ['shares'],
  roles: { destination: ['/parent_page_id', '/data_source_id'] },
  idempotent: true,
  params: {
    page_id,
    ...optional({ parent_page_id: notion.id('Id of the page that it goes below'), data_source_id }),
  },
  request: ({ parent_page_id, data_source_id }) => {
    if ((parent_page_id === undefined) === (data_source_id === undefined))
      throw invalid('', 'give either parent_page_id or data_source_id')
    return {
      body: {
        parent_page_id: undefined,
        data_source_id: undefined,
        parent: parent_page_id
          ? { type: 'page_id', page_id: parent_page_id }
          : { type: 'data_source_id', data_source_id },
      },
    }
  },
  result: notion.thing,
  confirm: {
    read: get_page,
    params: { page_id: ({ page_id }) => page_id },
    shows: (data, { params }) =>
      isSameId(
        at(data, params.parent_page_id ? '/parent/page_id' : '/parent/data_source_id'),
        params.parent_page_id ?? params.data_source_id ?? '',
      )
        ? true
        : undefined,
  },
})

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** https://developers.notion.com/reference/retrieve-a-page-property: get_page gives 25 references of a property at most. */
export const get_page_property = read('GET /v1/pages/{page_id}/properties/{property_id}', {
  description: 'Get one property of a page whole: all pages of a relation, all people, a long text',
  synonyms: ['column', 'field', 'related', 'linked', 'rollup'],
  params: { page_id, property_id: text(500, 'Id of the property; get_page has it') },
  // Answers have ids percent-encoded, as paths do.
  request: ({ page_id, property_id }) => ({ path: path`/v1/pages/${page_id}/properties/${decoded(property_id)}` }),
  pages: { ...notion.aList.pages, omitsEmpty: true },
})
