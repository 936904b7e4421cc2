import { isNode, type Node } from '../../../codegen/import/read/node.ts'
import type { Correction } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const reference = 'https://developer.zendesk.com/api-reference/ticketing'
const pagination = 'https://developer.zendesk.com/api-reference/introduction/pagination'
const rules = `${reference}/business-rules`
const helpCenter = 'https://developer.zendesk.com/api-reference/help_center/help-center-api'

const text = { type: 'string' }
const id = { type: 'integer' }
const texts = { type: 'array', items: text }
const requester = { type: 'object', properties: { name: text, email: text } }
const conditions = {
  type: 'array',
  items: { type: 'object', properties: { field: text, operator: text, value: {} }, required: ['field', 'operator'] },
}
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (...required: string[]) => ({ required })

/** A body that holds an object below its name, e.g. `{"group": {…}}`. */
const within = (name: string, object: Node) => ({
  type: 'object',
  properties: { [name]: object },
  ...body(name),
  additionalProperties: false,
})

/** The bodies that the document leaves out, which stand in the text of the vendor's page alone. */
const bodies: Readonly<Record<string, { readonly schema: Node; readonly page: string }>> = {
  'put /api/v2/tickets/{ticket_id}/tags': {
    schema: { type: 'object', properties: { tags: texts }, ...body('tags') },
    page: `${reference}/ticket-management/tags/#add-tags`,
  },
  'delete /api/v2/tickets/{ticket_id}/tags': {
    schema: { type: 'object', properties: { tags: texts }, ...body('tags') },
    page: `${reference}/ticket-management/tags/#remove-tags`,
  },
  'put /api/v2/tickets/update_many': {
    schema: within('ticket', {
      allOf: [schema('TicketUpdateInput'), { type: 'object', properties: { additional_tags: texts } }],
    }),
    page: `${reference}/tickets/tickets/#update-many-tickets`,
  },
  'post /api/v2/organizations': {
    schema: within('organization', { allOf: [schema('OrganizationObject'), body('name')] }),
    page: `${reference}/organizations/organizations/#create-organization`,
  },
  'put /api/v2/organizations/{organization_id}': {
    schema: within('organization', schema('OrganizationObject')),
    page: `${reference}/organizations/organizations/#update-organization`,
  },
  'post /api/v2/group_memberships': {
    schema: within('group_membership', { allOf: [schema('GroupMembershipObject'), body('user_id', 'group_id')] }),
    page: `${reference}/groups/group_memberships/#create-membership`,
  },
  'post /api/v2/groups': {
    schema: within('group', { allOf: [schema('GroupObject'), body('name')] }),
    page: `${reference}/groups/groups/#create-group`,
  },
  'put /api/v2/tickets/{ticket_id}/comments/{ticket_comment_id}/redact': {
    schema: { type: 'object', properties: { text }, ...body('text') },
    page: `${reference}/tickets/ticket_comments/#redact-string-in-comment`,
  },
  'post /api/v2/views': {
    schema: within('view', {
      type: 'object',
      properties: {
        title: text,
        all: conditions,
        any: conditions,
        description: text,
        active: { type: 'boolean' },
        output: { type: 'object', properties: { columns: texts } },
      },
      ...body('title', 'all'),
    }),
    page: `${rules}/views/#create-view`,
  },
}

/** Paths that the vendor's pages list beside another one that the document has alone. */
const twins: Readonly<Record<string, string>> = {
  '/api/v2/users/{user_id}/tickets/requested': '/api/v2/tickets',
  '/api/v2/users/{user_id}/tickets/assigned': '/api/v2/tickets',
  '/api/v2/organizations/{organization_id}/tickets': '/api/v2/tickets',
  '/api/v2/organizations/{organization_id}/users': '/api/v2/users',
  '/api/v2/groups/{group_id}/users': '/api/v2/users',
  '/api/v2/tickets/{ticket_id}/metrics': '/api/v2/ticket_metrics/{ticket_metric_id}',
}

const query = (name: string, schema: Node, required = false) => ({ name, in: 'query', required, schema })

/** Query parameters that stand in the text of the operation alone, in a table named Filters or Available Parameters. */
const filters: Readonly<Record<string, readonly Node[]>> = {
  'get /api/v2/satisfaction_ratings': [query('score', text), query('start_time', id), query('end_time', id)],
  'get /api/v2/automations': [query('active', { type: 'boolean' })],
  'post /api/v2/uploads': [query('filename', text, true), query('token', text)],
}

const withOperation = (paths: Record<string, Node>, key: string, more: (operation: Node) => Node) => {
  const [method = '', path = ''] = key.split(' ')
  const operation = paths[path]?.[method]
  if (!isNode(operation)) throw new Error(`zendesk__oas.json has no ${key}`)
  return { ...paths, [path]: { ...paths[path], [method]: { ...operation, ...more(operation) } } }
}

/** The document with what its texts and the vendor's pages say, and its members don't. Throws Error for an operation that isn't there. */
const withTexts = (root: Node): Node => {
  let paths = { ...(root.paths as Record<string, Node>) }
  for (const [path, twin] of Object.entries(twins)) paths[path] = { get: paths[twin]?.get }
  for (const [key, { schema }] of Object.entries(bodies))
    paths = withOperation(paths, key, () => ({
      requestBody: { required: true, content: { 'application/json': { schema } } },
    }))
  for (const [key, more] of Object.entries(filters))
    paths = withOperation(paths, key, ({ parameters }) => ({
      parameters: [...(Array.isArray(parameters) ? parameters : []), ...more],
    }))
  paths = withOperation(paths, 'post /api/v2/uploads', () => ({
    requestBody: { required: true, content: { 'text/plain': { schema: text } } },
  }))
  return { ...root, paths }
}

/** The value of an action or condition has the type that its field has. */
const anyValue = (name: string, page: string): Correction => ({
  at: `/components/schemas/${name}/properties/value`,
  value: {},
  why: `https://developer.zendesk.com/documentation/ticketing/reference-guides/${page}: texts, numbers, lists and nothing, by the field`,
})

/** A change of a rule may leave out what stays. */
const partial = (path: string, name: string, properties: Node, why: string): Correction => ({
  at: `/paths/${path.replaceAll('/', '~1')}/put/requestBody/content/application~1json/schema`,
  value: within(name, { type: 'object', properties }),
  why,
})

const ofHelpCenter = (resource: string) =>
  `${helpCenter}/${resource}: the document is of Ticketing alone, and none of the help center could be found`

export const zendesk: Vendor = {
  id: 'zendesk',
  documents: [
    {
      file: 'zendesk__oas.json',
      from: 'https://developer.zendesk.com/zendesk/oas.yaml',
      prepare: withTexts,
      corrections: [
        {
          at: '/components/schemas/TicketUpdateInput/properties/custom_fields/items',
          value: { type: 'object', properties: { id, value: {} } },
          why: `${reference}/tickets/tickets/#setting-custom-field-values: an id and a value`,
        },
        ...(['assignee_id', 'group_id', 'priority', 'type'] as const).map(
          (member): Correction => ({
            at: `/components/schemas/TicketUpdateInput/properties/${member}`,
            value: { ...(member.endsWith('_id') ? id : text), nullable: true },
            why: `${reference}/tickets/tickets/#json-format: a ticket that nobody has, or without priority or type, holds null there`,
          }),
        ),
        {
          at: '/components/schemas/TicketCreateInput/allOf',
          value: [schema('TicketUpdateInput'), { type: 'object', properties: { requester } }],
          why: `${reference}/tickets/tickets/#creating-a-ticket-with-a-new-requester`,
        },
        {
          at: '/paths/~1api~1v2~1groups/get/parameters',
          value: [],
          why: 'user_id belongs to /api/v2/users/{user_id}/groups, which the document has in the same operation',
        },
        {
          at: '/paths/~1api~1v2~1group_memberships~1{group_membership_id}/parameters',
          value: [{ name: 'group_membership_id', in: 'path', required: true, schema: id }],
          why: 'user_id belongs to /api/v2/users/{user_id}/group_memberships/{id}, which the document has in the same operation',
        },
        {
          at: '/paths/~1api~1v2~1tickets~1{ticket_id}~1metrics/get/parameters',
          value: [],
          why: 'ticket_metric_id belongs to /api/v2/ticket_metrics/{ticket_metric_id}, which the document has in the same operation',
        },
        {
          at: '/components/schemas/OrganizationObject/properties/organization_fields/additionalProperties',
          value: {},
          why: `${reference}/organizations/organization_fields/#json-format: a field may be a checkbox, too, and an empty one holds null`,
        },
        {
          at: '/components/parameters/IncrementalUnixTime/required',
          value: false,
          why: `${reference}/ticket-management/incremental_exports/#cursor-based-incremental-exports: a cursor replaces it`,
        },
        {
          at: '/components/parameters/OrganizationExternalId/schema',
          value: text,
          why: `${reference}/organizations/organizations/#json-format: an external id is a text, e.g. company1`,
        },
        {
          at: '/components/parameters/MacroCategory/schema',
          value: text,
          why: `${rules}/macros/#list-macro-categories: categories are words`,
        },
        anyValue('ActionObject', 'actions-reference'),
        anyValue('TriggerActionObject', 'actions-reference'),
        anyValue('TriggerConditionObject', 'conditions-reference'),
        partial(
          '/api/v2/macros/{macro_id}',
          'macro',
          {
            title: text,
            actions: { type: 'array', items: schema('ActionObject') },
            active: { type: 'boolean' },
            description: { ...text, nullable: true },
          },
          `${rules}/macros/#update-many-macros: an id and what changes`,
        ),
        partial(
          '/api/v2/triggers/{trigger_id}',
          'trigger',
          { title: text, active: { type: 'boolean' } },
          `${rules}/triggers/#update-trigger: it clears the conditions and actions only if one of these is sent`,
        ),
      ],
    },
  ],
  headers: { 'idempotency-key': `${reference}/introduction/#idempotency` },
  query: { page: pagination, per_page: pagination },
  withoutOperation: {
    search_articles: ofHelpCenter('search'),
    list_articles: ofHelpCenter('articles'),
    get_article: ofHelpCenter('articles'),
    create_article: ofHelpCenter('articles'),
    archive_article: ofHelpCenter('articles'),
    update_article: ofHelpCenter('translations'),
    create_translation: ofHelpCenter('translations'),
    list_sections: ofHelpCenter('sections'),
    create_section: ofHelpCenter('sections'),
    list_categories: ofHelpCenter('categories'),
    create_category: ofHelpCenter('categories'),
  },
  settings: { subdomain: 'acme' },
  credential: { access_token: 'ada@example.com/token:abc123', auth: 'key' },
}
