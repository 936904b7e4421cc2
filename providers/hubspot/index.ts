import { oauth2, provider } from '@patchbay/core/provider'
import * as account from './account.ts'
import * as activities from './activities.ts'
import * as associations from './associations.ts'
import * as batch from './batch.ts'
import { failure, windowHeader } from './failure.ts'
import * as files from './files.ts'
import * as inbox from './inbox.ts'
import * as lists from './lists.ts'
import * as marketing from './marketing.ts'
import * as marketingEmails from './marketing-emails.ts'
import * as objects from './objects.ts'
import * as pipelines from './pipelines.ts'
import * as properties from './properties.ts'
import * as users from './users.ts'
import * as workflows from './workflows.ts'

/** HubSpot CRM, API versions 3 (objects) and 4 (associations): https://developers.hubspot.com/docs */
export default provider({
  id: 'hubspot',
  title: 'HubSpot CRM',
  origin: 'https://api.hubapi.com',
  /**
   * https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens: version 1 of these endpoints ends on
   * 2027-02-16. A refresh token stays the same. The answer has the id of the HubSpot account and the granted scopes.
   * To know: HubSpot supports version 4 of its API, which `associate` calls, until 2027-03-30: https://developers.hubspot.com/changelog/deprecating-support-for-hubspot-v4-apis
   */
  auth: oauth2({
    authorize: 'https://app.hubspot.com/oauth/authorize',
    token: 'https://api.hubapi.com/oauth/2026-03/token',
    /** https://developers.hubspot.com/docs/apps/legacy-apps/authentication/scopes */
    scopes: {
      oauth: 'Sign in to your HubSpot account',
      'crm.objects.contacts.read': 'Read contacts',
      'crm.objects.contacts.write': 'Add, change and archive contacts',
      'crm.objects.companies.read': 'Read companies',
      'crm.objects.companies.write': 'Add, change and archive companies',
      'crm.objects.deals.read': 'Read deals',
      'crm.objects.deals.write': 'Add, change and archive deals',
      tickets: 'Read and change tickets',
    },
    /** Each needs to be in the application's settings as well: https://developers.hubspot.com/docs/apps/legacy-apps/authentication/scopes */
    optionalScopes: {
      'crm.objects.owners.read': 'Read the owners of records',
      'crm.schemas.contacts.read': 'Read which properties contacts have',
      'crm.schemas.contacts.write': 'Add and change properties of contacts',
      'crm.schemas.companies.read': 'Read which properties companies have',
      'crm.schemas.companies.write': 'Add and change properties of companies',
      'crm.schemas.deals.read': 'Read which properties and pipelines deals have',
      'crm.schemas.deals.write': 'Add and change properties and pipelines of deals',
      'crm.objects.custom.read': 'Read custom objects',
      'crm.objects.custom.write': 'Add, change and archive custom objects',
      'crm.schemas.custom.read': 'Read which custom objects there are',
      'crm.lists.read': 'Read lists',
      'crm.lists.write': 'Add and change lists and their members',
      files: 'Read, upload and delete files',
      forms: 'Read forms and what was sent by them',
      'communication_preferences.read_write': 'Read and change which mails contacts get',
      'sales-email-read': 'Read the content of logged mails',
      content: 'Read, change and delete marketing mails',
      'marketing-email': 'Send marketing mails',
      'marketing.campaigns.read': 'Read marketing campaigns',
      'conversations.read': 'Read the conversations of the inbox',
      'conversations.write': 'Reply in the inbox, and close conversations',
      automation: 'See workflows, and put contacts into them',
      'settings.users.read': 'See the users of the account',
      'settings.users.write': 'Add, change and remove users of the account',
      'settings.users.teams.read': 'See the teams of users',
    },
    clientAuth: 'post',
    identity: '/hub_id',
    /** https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/token-introspect */
    displayName: { introspect: '/oauth/2026-03/token/introspect', at: ['/hub_domain', '/user'] },
    rotates: false,
    // https://developers.hubspot.com/changelog/v1-oauth-api-deprecation: the earlier endpoint ends on 2027-02-16.
    revoke: { url: 'https://api.hubapi.com/oauth/2026-03/token/revoke' },
  }),
  arrays: 'comma',
  probe: { action: 'list', params: { object_type: 'contacts', limit: 1 } },
  actions: {
    ...objects,
    ...associations,
    ...batch,
    ...activities,
    ...account,
    ...pipelines,
    ...properties,
    ...lists,
    ...files,
    ...marketing,
    ...marketingEmails,
    ...inbox,
    ...users,
    ...workflows,
  },
  listed: ['search', 'list', 'get', 'create', 'update', 'associate'],
  rateLimit: { header: windowHeader, unit: 'ms' },
  /** The calls of ten seconds. Searches have another limit, and their answers don't have these headers. */
  limits: {
    headers: {
      remaining: 'X-HubSpot-RateLimit-Remaining',
      limit: 'X-HubSpot-RateLimit-Max',
      reset: { header: windowHeader, unit: 'ms' },
    },
  },
  failure,
})
