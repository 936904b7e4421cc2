import { choice, integer, optional, read, Type, text, write } from '@patchbay/core/provider'
import { format, html, listed, page_id, space_id, thing } from './parameters.ts'
import { mentionsPeople, pageLoads } from './storage-format.ts'

const ofWhichPages = {
  sends: ({ html }: { readonly html: string }) => mentionsPeople(html),
  runs: ({ html }: { readonly html: string }) => pageLoads(html),
}
const title = text(255, 'Title of the page')

/** https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-search/#api-wiki-rest-api-search-get; version 2 has no search. */
export const search = read('GET /wiki/rest/api/search', {
  description: 'Search pages, comments and files by CQL',
  synonyms: ['find', 'wiki', 'docs', 'look up'],
  params: { cql: text(5000, `A condition, e.g. type = page AND text ~ "onboarding" AND space = "HR"`) },
  result: Type.Object({ results: Type.Array(Type.Unknown()) }),
  pages: listed,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-space/#api-spaces-get */
export const list_spaces = read('GET /wiki/api/v2/spaces', {
  description: 'List spaces',
  synonyms: ['wikis', 'areas', 'teams'],
  ttl: '5m',
  params: optional({ space_type: choice(['global', 'personal'], 'Only spaces of this type') }),
  rename: { space_type: 'type' },
  result: Type.Object({ results: Type.Array(thing) }),
  pages: listed,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-spaces-id-pages-get */
export const list_pages = read('GET /wiki/api/v2/spaces/{space_id}/pages', {
  description: 'List the pages of a space',
  synonyms: ['documents', 'articles'],
  ttl: '1m',
  params: {
    space_id,
    ...optional({
      sort: choice(['title', '-modified-date', '-created-date'], 'Sort field; prefix - for descending'),
      with_title: text(255, 'Only pages with this title'),
      format,
    }),
  },
  rename: { with_title: 'title', format: 'body-format' },
  result: Type.Object({ results: Type.Array(thing) }),
  pages: listed,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-get */
export const get_page = read('GET /wiki/api/v2/pages/{page_id}', {
  description: 'Get a page, with its text where format is given',
  synonyms: ['document', 'article', 'read'],
  ttl: '30s',
  params: { page_id, format: optional(format) },
  rename: { format: 'body-format' },
  result: thing,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-children/#api-pages-id-children-get */
export const list_children = read('GET /wiki/api/v2/pages/{page_id}/children', {
  description: 'List the pages below a page',
  synonyms: ['subpages', 'tree'],
  ttl: '1m',
  params: { page_id },
  result: Type.Object({ results: Type.Array(thing) }),
  pages: listed,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-post */
export const create_page = write('POST /wiki/api/v2/pages', {
  description: 'Create a page in a space, optionally below another page',
  synonyms: ['document', 'article', 'new', 'write'],
  is: ['sends', 'runs'],
  onlyIf: ofWhichPages,
  roles: { destination: ['/space_id'], text: ['/title', '/html'], derives: ['recipient'] },
  additive: true,
  params: { space_id, title, html, parent_id: optional(integer('Id of the page to put it below')) },
  request: ({ space_id, html, parent_id }) => ({
    body: {
      space_id: undefined,
      html: undefined,
      parent_id: undefined,
      spaceId: String(space_id),
      parentId: parent_id === undefined ? undefined : String(parent_id),
      status: 'current',
      body: { representation: 'storage', value: html },
    },
  }),
  result: thing,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-put; 409 for a version that isn't the next one. */
export const update_page = write('PUT /wiki/api/v2/pages/{page_id}', {
  description: "Replace a page's title and text; version is one more than get_page shows",
  synonyms: ['edit', 'rewrite', 'change'],
  is: ['sends', 'runs'],
  onlyIf: ofWhichPages,
  roles: { text: ['/title', '/html', '/version_message'], derives: ['recipient'] },
  params: {
    page_id,
    title,
    html,
    version: integer('Number of the new version'),
    version_message: optional(text(500, 'What was changed')),
  },
  rename: { version: '/version/number', version_message: '/version/message' },
  request: ({ page_id, html }) => ({
    body: { html: undefined, id: String(page_id), status: 'current', body: { representation: 'storage', value: html } },
  }),
  result: thing,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-delete */
export const delete_page = write('DELETE /wiki/api/v2/pages/{page_id}', {
  description: 'Move a page into the trash',
  answers: Type.Null(),
  synonyms: ['remove', 'document'],
  is: ['deletes'],
  idempotent: true,
  params: { page_id },
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-pages-id-footer-comments-get */
export const list_comments = read('GET /wiki/api/v2/pages/{page_id}/footer-comments', {
  description: 'List the comments below a page',
  synonyms: ['discussion', 'replies'],
  params: { page_id, format: optional(format) },
  rename: { format: 'body-format' },
  result: Type.Object({ results: Type.Array(thing) }),
  pages: listed,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-footer-comments-post */
export const create_comment = write('POST /wiki/api/v2/footer-comments', {
  description: 'Comment on a page',
  synonyms: ['reply', 'note'],
  is: ['sends'],
  roles: { destination: ['/page_id'], text: ['/html'], derives: ['recipient'] },
  additive: true,
  params: { page_id, html },
  request: ({ page_id, html }) => ({
    body: {
      page_id: undefined,
      html: undefined,
      pageId: String(page_id),
      body: { representation: 'storage', value: html },
    },
  }),
  result: thing,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-attachment/#api-pages-id-attachments-get */
export const list_attachments = read('GET /wiki/api/v2/pages/{page_id}/attachments', {
  description: 'List the files of a page',
  synonyms: ['documents', 'images'],
  ttl: '1m',
  params: { page_id },
  result: Type.Object({ results: Type.Array(thing) }),
  pages: listed,
})

/** https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-users/#api-wiki-rest-api-user-current-get */
export const get_me = read('GET /wiki/rest/api/user/current', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account'],
  params: {},
  result: Type.Object({ accountId: Type.String() }),
})
