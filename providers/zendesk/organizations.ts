import {
  clearable,
  flag,
  holds,
  integer,
  invalid,
  list,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { details, fieldsByKey, listed, notes, tags } from './parameters.ts'

const organization_id = integer('Id of the organization')
const anOrganization = Type.Object({ organization: Type.Object({ id: Type.Integer() }) })
const organization_name = text(255, 'Name of the organization')
const facts = {
  domain_names: list(text(255, 'A domain'), {
    max: 500,
    description: 'Domains of mail addresses by which users belong to it',
  }),
  details,
  notes,
  external_id: text(255, 'Id of the organization elsewhere'),
  group_id: integer('Id of the group that its tickets go to'),
  shared_tickets: flag("Whether its users see each other's tickets"),
  shared_comments: flag("Whether its users may comment on each other's tickets"),
  organization_tags: tags,
  organization_fields: fieldsByKey,
}
const asOrganization = { organization_name: 'name', organization_tags: 'tags' } as const

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#show-organization */
export const get_organization = read('GET /api/v2/organizations/{organization_id}', {
  description: 'Get an organization: a company of customers',
  synonyms: ['company', 'account', 'client'],
  ttl: '1m',
  params: { organization_id },
  result: anOrganization,
})

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#search-organizations: by the whole name or external id, "but not both" */
export const find_organization = read('GET /api/v2/organizations/search', {
  description: 'Find an organization by its exact name or external id',
  synonyms: ['company', 'look up', 'search'],
  params: optional({ organization_name, external_id: facts.external_id }),
  rename: { organization_name: 'name' },
  request: ({ organization_name, external_id }) => {
    if ((organization_name === undefined) === (external_id === undefined))
      throw invalid('', 'give either organization_name or external_id')
    return {}
  },
  result: Type.Object({ organizations: Type.Array(Type.Unknown()) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#create-organization */
export const create_organization = write('POST /api/v2/organizations', {
  description: 'Create an organization: a company of customers',
  synonyms: ['company', 'account', 'new', 'add'],
  is: ['shares'],
  roles: { destination: ['/group_id'], text: ['/notes', '/details'] },
  additive: true,
  params: { organization_name, ...optional(facts) },
  rename: asOrganization,
  wrap: 'organization',
  result: anOrganization,
})

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#update-organization */
export const update_organization = write('PUT /api/v2/organizations/{organization_id}', {
  description: 'Change an organization; omitted fields stay unchanged',
  synonyms: ['company', 'edit', 'domain', 'share tickets'],
  is: ['shares'],
  roles: { destination: ['/group_id'], text: ['/notes', '/details'] },
  idempotent: true,
  params: {
    organization_id,
    ...optional({
      organization_name,
      ...facts,
      details: clearable(facts.details),
      notes: clearable(facts.notes),
      external_id: clearable(facts.external_id),
      group_id: clearable(facts.group_id),
    }),
  },
  rename: asOrganization,
  wrap: 'organization',
  result: anOrganization,
  confirm: {
    read: get_organization,
    params: { organization_id: ({ organization_id }) => organization_id },
    shows: (data, sought) =>
      holds<typeof sought.params>(
        ({ organization_id: _, organization_name, organization_tags, ...changed }) => ({
          ...changed,
          name: organization_name,
          tags: organization_tags,
        }),
        '/updated_at',
      )(Object(data).organization, sought),
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#delete-organization */
export const delete_organization = write('DELETE /api/v2/organizations/{organization_id}', {
  description: 'Delete an organization, not its users',
  synonyms: ['company', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { organization_id },
  confirm: {
    read: get_organization,
    params: { organization_id: ({ organization_id }) => organization_id },
    shows: (data) => data === undefined,
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#list-users: of one organization */
export const list_organization_users = read('GET /api/v2/organizations/{organization_id}/users', {
  description: 'List the users of an organization',
  synonyms: ['members', 'who belongs', 'customers of a company', 'people'],
  params: { organization_id },
  pages: listed('/users'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-tickets: of one organization */
export const list_organization_tickets = read('GET /api/v2/organizations/{organization_id}/tickets', {
  description: 'List the tickets of an organization',
  synonyms: ['company', 'requests of a customer'],
  params: { organization_id },
  pages: listed('/tickets'),
})
