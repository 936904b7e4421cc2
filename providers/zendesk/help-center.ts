import { flag, integer, optional, page, pattern, read, Type, text, write } from '@patchbay/core/provider'
import { listed } from './parameters.ts'

const article_id = integer('Id of the article')
const article_locale = pattern('^[a-z]{2,3}(-[a-z0-9]{2,8})?$', 12, 'Language of the help center, e.g. en-us')
const article_title = text(255, 'Title of the article')
const article_body = text(500_000, 'The article, in HTML')
const draft = flag('Whether it is a draft that nobody but its editors sees')
const anArticle = Type.Object({ article: Type.Object({ id: Type.Integer() }) })

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/search/#search-articles */
export const search_articles = read('GET /api/v2/help_center/articles/search', {
  description: 'Search the articles of the help center',
  synonyms: ['knowledge base', 'guide', 'faq', 'documentation', 'find'],
  ttl: '1m',
  params: {
    query: text(1000, 'Words to look for'),
    ...optional({
      article_locale,
      section_id: integer('Only in this section'),
      category_id: integer('Only in this category'),
    }),
  },
  rename: { article_locale: 'locale', section_id: 'section', category_id: 'category' },
  result: Type.Object({ results: Type.Array(Type.Unknown()) }),
  pages: page({ items: '/results', into: 'page', size: { into: 'per_page', max: 100 } }),
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/#list-articles */
export const list_articles = read('GET /api/v2/help_center/articles', {
  description: 'List the articles of the help center',
  synonyms: ['knowledge base', 'guide', 'faq', 'all articles'],
  ttl: '1m',
  params: {},
  pages: listed('/articles'),
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/#show-article */
export const get_article = read('GET /api/v2/help_center/articles/{article_id}', {
  description: 'Get an article of the help center',
  synonyms: ['knowledge base', 'faq', 'read'],
  ttl: '1m',
  params: { article_id },
  result: anArticle,
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/sections/#list-sections */
export const list_sections = read('GET /api/v2/help_center/sections', {
  description: 'List the sections of the help center',
  synonyms: ['knowledge base', 'topics', 'categories'],
  ttl: '5m',
  params: {},
  pages: listed('/sections'),
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/#create-article */
export const create_article = write('POST /api/v2/help_center/{article_locale}/sections/{section_id}/articles', {
  description: 'Create an article in a section of the help center',
  synonyms: ['knowledge base', 'write', 'publish', 'faq', 'new'],
  is: ['publishes', 'sends'],
  roles: { destination: ['/section_id'], text: ['/article_title', '/article_body'], derives: ['recipient'] },
  additive: true,
  params: {
    article_locale,
    section_id: integer('Id of the section'),
    article_title,
    article_body,
    permission_group_id: integer('Id of the group of people who may edit and publish it'),
    user_segment_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Id of the segment of people who can read it; null: everybody',
    }),
    ...optional({ draft, notify_subscribers: flag('Whether people who follow the section get a mail; default: true') }),
  },
  request: ({
    article_locale: locale,
    article_title: title,
    article_body: body,
    permission_group_id,
    user_segment_id,
    draft,
  }) => ({
    body: {
      article_title: undefined,
      article_body: undefined,
      permission_group_id: undefined,
      user_segment_id: undefined,
      draft: undefined,
      article: { title, body, locale, permission_group_id, user_segment_id, ...(draft !== undefined && { draft }) },
    },
  }),
  result: anArticle,
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/translations/#update-translation: title and text of an article are its translation */
export const update_article = write('PUT /api/v2/help_center/articles/{article_id}/translations/{article_locale}', {
  description: "Change an article's title or text in one language, or publish a draft",
  synonyms: ['knowledge base', 'edit', 'rewrite', 'translation', 'publish'],
  is: ['publishes'],
  roles: { text: ['/article_title', '/article_body'] },
  idempotent: true,
  params: { article_id, article_locale, ...optional({ article_title, article_body, draft }) },
  rename: { article_title: 'title', article_body: 'body' },
  wrap: 'translation',
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/#archive-article */
export const archive_article = write('DELETE /api/v2/help_center/articles/{article_id}', {
  description: 'Archive an article; people can restore it in the help center',
  synonyms: ['delete', 'remove', 'unpublish', 'knowledge base'],
  is: ['publishes', 'deletes'],
  idempotent: true,
  params: { article_id },
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/translations/#create-translation */
export const create_translation = write('POST /api/v2/help_center/articles/{article_id}/translations', {
  description: 'Add an article in a further language',
  synonyms: ['translate', 'language', 'knowledge base', 'german', 'french', 'spanish'],
  is: ['publishes'],
  roles: { text: ['/article_title', '/article_body'] },
  additive: true,
  params: { article_id, article_locale, article_title, article_body, draft: optional(draft) },
  rename: { article_locale: 'locale', article_title: 'title', article_body: 'body' },
  wrap: 'translation',
  result: Type.Object({ translation: Type.Object({ id: Type.Integer() }) }),
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/categories/#list-categories */
export const list_categories = read('GET /api/v2/help_center/categories', {
  description: 'List the categories of the help center, in which sections are',
  synonyms: ['knowledge base', 'topics'],
  ttl: '5m',
  params: {},
  pages: listed('/categories'),
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/sections/#create-section */
export const create_section = write('POST /api/v2/help_center/{article_locale}/categories/{category_id}/sections', {
  description: 'Create a section in a category of the help center',
  synonyms: ['knowledge base', 'topic', 'chapter', 'new'],
  is: ['publishes'],
  roles: { destination: ['/category_id'], text: ['/section_name', '/section_description'] },
  additive: true,
  params: {
    article_locale,
    category_id: integer('Id of the category: list_categories has it'),
    section_name: text(255, 'Name of the section'),
    section_description: optional(text(1000, 'What is in it')),
  },
  request: ({ article_locale: locale, section_name: name, section_description: description }) => ({
    body: {
      section_name: undefined,
      section_description: undefined,
      section: { name, locale, ...(description !== undefined && { description }) },
    },
  }),
  result: Type.Object({ section: Type.Object({ id: Type.Integer() }) }),
})

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/categories/#create-category */
export const create_category = write('POST /api/v2/help_center/{article_locale}/categories', {
  description: 'Create a category of the help center',
  synonyms: ['knowledge base', 'topic', 'new'],
  is: ['publishes'],
  roles: { text: ['/category_name', '/category_description'] },
  additive: true,
  params: {
    article_locale,
    category_name: text(255, 'Name of the category'),
    category_description: optional(text(1000, 'What is in it')),
  },
  request: ({ article_locale: locale, category_name: name, category_description: description }) => ({
    body: {
      category_name: undefined,
      category_description: undefined,
      category: { name, locale, ...(description !== undefined && { description }) },
    },
  }),
  result: Type.Object({ category: Type.Object({ id: Type.Integer() }) }),
})
