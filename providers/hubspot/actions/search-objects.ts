import { action, cursor, path, read, Type } from '@patchbay/core/provider'
import { filter } from '../filter.ts'
import { parameters } from '../parameters.ts'
import { namesOf, properties } from '../properties.ts'
import { responses } from '../responses.ts'

/** HubSpot describes these as strings but takes objects: https://github.com/HubSpot/hubspot-api-nodejs/issues/559 */
const sort = Type.Object(
  {
    propertyName: Type.String({ minLength: 1, maxLength: 100, description: 'The property to sort by' }),
    direction: Type.Optional(Type.Enum(['ASCENDING', 'DESCENDING'], { description: 'ASCENDING if left out' })),
  },
  { additionalProperties: false },
)

/** Search records of one type: https://developers.hubspot.com/docs/api-reference/search/guide */
export const searchObjects = action({
  description: 'Search CRM records by property filters',
  effect: read({ ttl: '30s' }),
  params: {
    object_type: parameters.object_type,
    filters: Type.Array(filter, {
      maxItems: 6,
      description: 'Conditions that must all hold; [] for none',
    }),
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 3000,
        description: "Text to look for in the type's searchable properties",
      }),
    ),
    properties: Type.Optional(properties),
    sorts: Type.Optional(Type.Array(sort, { maxItems: 1, description: 'How to order the records; HubSpot takes one' })),
    limit: Type.Optional(parameters.limit),
    after: Type.Optional(parameters.after),
  },
  call: ({ object_type, filters, query, properties, sorts, limit, after }) => ({
    method: 'POST',
    path: path`/crm/v3/objects/${object_type}/search`,
    body: {
      filterGroups: filters.length > 0 ? [{ filters }] : [],
      query,
      properties: namesOf(properties),
      sorts,
      limit,
      after,
    },
  }),
  result: responses.found,
  pages: cursor({ items: '/results', next: '/paging/next/after', into: 'after', size: { into: 'limit', max: 200 } }),
})
