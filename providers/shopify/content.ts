import { flag, invalid, list, optional, pattern, read, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { errors, listed, pageInfo } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'

const redirect_id = pattern('^gid://shopify/UrlRedirect/[0-9]+$', 100, 'Id of the redirect: list_redirects has it')

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/urlRedirects */
export const list_redirects = read(route, {
  description: 'List the redirects from old addresses of the store to new ones, or search them',
  synonyms: ['url', '301', 'forwarding', 'moved pages'],
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    urlRedirects(first: $first, after: $after, query: $query) { nodes { id path target } ${pageInfo} } }`,
  pages: listed('urlRedirects'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/urlRedirectCreate */
export const create_redirect = write(route, {
  description: 'Redirect an old address of the store to a new one',
  synonyms: ['url', '301', 'forward', 'moved page', 'link'],
  is: ['publishes'],
  roles: { destination: ['/target'] },
  additive: true,
  params: {
    path: pattern('^/', 1024, 'The old path, e.g. /old-page'),
    target: text(1024, 'Where it leads: a path of the store or a whole address'),
  },
  rename: { path: '/redirect/path', target: '/redirect/target' },
  graphql: `mutation ($redirect: UrlRedirectInput!) {
    urlRedirectCreate(urlRedirect: $redirect) { urlRedirect { id path target } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/urlRedirectDelete */
export const delete_redirect = write(route, {
  description: 'Delete a redirect from an old address of the store',
  synonyms: ['url', '301', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { redirect_id },
  rename: { redirect_id: 'id' },
  graphql: `mutation ($id: ID!) { urlRedirectDelete(id: $id) { deletedUrlRedirectId ${errors} } }`,
})

const blog_id = pattern('^gid://shopify/Blog/[0-9]+$', 100, 'Id of the blog: list_blogs has it')
const article_id = pattern('^gid://shopify/Article/[0-9]+$', 100, 'Id of the article: list_blog_articles has it')
const page_id = pattern('^gid://shopify/Page/[0-9]+$', 100, 'Id of the page: list_pages has it')
const title = text(255, 'The title')
const html = text(500_000, 'The text, in HTML')
const is_published = flag('Whether visitors see it; left out: no')
const anArticle = 'id title handle isPublished publishedAt tags author { name } blog { id title }'
const aPage = 'id title handle isPublished publishedAt updatedAt bodySummary'

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/blogs */
export const list_blogs = read(route, {
  description: 'List the blogs of the store',
  synonyms: ['news', 'articles', 'posts'],
  ttl: '5m',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    blogs(first: $first, after: $after, query: $query) { nodes { id title handle updatedAt } ${pageInfo} } }`,
  pages: listed('blogs'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/articles */
export const list_blog_articles = read(route, {
  description: 'List the articles of the blogs, or search them',
  synonyms: ['posts', 'news', 'blog'],
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    articles(first: $first, after: $after, query: $query) { nodes { ${anArticle} } ${pageInfo} } }`,
  pages: listed('articles'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/articleCreate */
export const create_blog_article = write(route, {
  description: 'Write an article in a blog of the store',
  synonyms: ['post', 'news', 'new', 'publish'],
  is: ['publishes'],
  roles: { destination: ['/blog_id'], text: ['/title', '/html', '/author'] },
  additive: true,
  params: {
    blog_id,
    title,
    html,
    author: text(255, 'Name of the author'),
    ...optional({ is_published, tags: list(text(255, 'A tag'), { max: 250, description: 'Tags' }) }),
  },
  rename: {
    blog_id: '/article/blogId',
    title: '/article/title',
    html: '/article/body',
    author: '/article/author/name',
    is_published: '/article/isPublished',
    tags: '/article/tags',
  },
  graphql: `mutation ($article: ArticleCreateInput!) { articleCreate(article: $article) { article { ${anArticle} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/articleUpdate */
export const update_blog_article = write(route, {
  description: 'Change an article of a blog, or publish it; omitted fields stay unchanged',
  synonyms: ['post', 'edit', 'news'],
  is: ['publishes'],
  roles: { text: ['/title', '/html'] },
  idempotent: true,
  params: { article_id, ...optional({ title, html, is_published }) },
  rename: {
    article_id: 'id',
    title: '/article/title',
    html: '/article/body',
    is_published: '/article/isPublished',
  },
  request: (params) => {
    if (Object.keys(params).length < 2) throw invalid('', 'give what is to be changed')
    return {}
  },
  graphql: `mutation ($id: ID!, $article: ArticleUpdateInput!) {
    articleUpdate(id: $id, article: $article) { article { ${anArticle} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/pages */
export const list_pages = read(route, {
  description: 'List the pages of the online store, or search them',
  synonyms: ['about us', 'contact page', 'site', 'content'],
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    pages(first: $first, after: $after, query: $query) { nodes { ${aPage} } ${pageInfo} } }`,
  pages: listed('pages'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/pageCreate */
export const create_page = write(route, {
  description: 'Create a page of the online store',
  synonyms: ['about us', 'content', 'new', 'site'],
  is: ['publishes'],
  roles: { text: ['/title', '/html'] },
  additive: true,
  params: { title, html, is_published: optional(is_published) },
  rename: { title: '/page/title', html: '/page/body', is_published: '/page/isPublished' },
  graphql: `mutation ($page: PageCreateInput!) { pageCreate(page: $page) { page { ${aPage} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/pageUpdate */
export const update_page = write(route, {
  description: 'Change a page of the online store, or publish it; omitted fields stay unchanged',
  synonyms: ['edit', 'content', 'site'],
  is: ['publishes'],
  roles: { text: ['/title', '/html'] },
  idempotent: true,
  params: { page_id, ...optional({ title, html, is_published }) },
  rename: { page_id: 'id', title: '/page/title', html: '/page/body', is_published: '/page/isPublished' },
  request: (params) => {
    if (Object.keys(params).length < 2) throw invalid('', 'give what is to be changed')
    return {}
  },
  graphql: `mutation ($id: ID!, $page: PageUpdateInput!) { pageUpdate(id: $id, page: $page) { page { ${aPage} } ${errors} } }`,
})
