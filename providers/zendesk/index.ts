import {
  type Answer,
  basic,
  endpoint,
  type Failure,
  oauth2,
  oneOf,
  origin,
  pattern,
  provider,
} from '@patchbay/core/provider'
import * as attachments from './attachments.ts'
import * as businessRules from './business-rules.ts'
import * as groups from './groups.ts'
import * as helpCenter from './help-center.ts'
import * as organizations from './organizations.ts'
import * as people from './people.ts'
import * as peopleOfTickets from './people-of-tickets.ts'
import * as ruleChanges from './rule-changes.ts'
import * as ticketChanges from './ticket-changes.ts'
import * as ticketFacts from './ticket-facts.ts'
import * as tickets from './tickets.ts'
import * as users from './users.ts'

const texts = (...values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string')

/** `{error, description}`, where `error` is a name or `{title, message}`: https://developer.zendesk.com/documentation/api-basics/getting-started/troubleshooting-the-zendesk-api */
const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  if (status < 400) return undefined
  const { error, description } = Object(body) as Readonly<Record<string, unknown>>
  const { title, message } = Object(error) as Readonly<Record<string, unknown>>
  const words = texts(error, title, message, description)
  return words.length > 0 ? { message: words.join(': ') } : undefined
}

/** Zendesk Support: https://developer.zendesk.com/api-reference/ticketing/introduction */
export default provider({
  id: 'zendesk',
  title: 'Zendesk',
  origin: origin`https://${'subdomain'}.zendesk.com`,
  settings: {
    subdomain: pattern('^[a-z0-9][a-z0-9-]*$', 63, 'The first part of your address, e.g. acme of acme.zendesk.com'),
  },
  auth: oneOf({
    /**
     * https://developer.zendesk.com/documentation/api-basics/authentication/using-oauth-to-authenticate-zendesk-api-requests-in-a-web-app
     * Each refresh ends both old tokens: https://developer.zendesk.com/api-reference/ticketing/oauth/grant_type_tokens
     */
    oauth: oauth2({
      authorize: endpoint`https://${'subdomain'}.zendesk.com/oauth/authorizations/new`,
      token: endpoint`https://${'subdomain'}.zendesk.com/oauth/tokens`,
      scopes: { read: 'Read tickets, users and organizations', write: 'Change them' },
      encoding: 'json',
      clientAuth: 'post',
      /** https://developer.zendesk.com/documentation/api-basics/authentication/oauth-pkce */
      pkce: true,
      rotates: true,
    }),
    /**
     * An agent's address and API token, as `ada@example.com/token:abc123`: https://developer.zendesk.com/api-reference/introduction/security-and-auth
     * To know: Nobody can make a new API token since 2026-10-27, and all end on 2027-04-30. Use OAuth: https://developer.zendesk.com/documentation/api-basics/authentication/oauth-migration
     */
    key: basic(),
  }),
  credentialsPage: 'https://support.zendesk.com/hc/en-us/articles/4408889192858',
  credentialFields: {
    username: { label: 'E-mail address, followed by /token', hint: 'E.g. ada@example.com/token' },
    password: { label: 'API token' },
  },
  probe: { action: 'get_me', params: {}, identity: ['/user/email', '/user/name'] },
  actions: {
    ...tickets,
    ...people,
    ...ticketChanges,
    ...ticketFacts,
    ...attachments,
    ...businessRules,
    ...users,
    ...organizations,
    ...helpCenter,
    ...groups,
    ...peopleOfTickets,
    ...ruleChanges,
  },
  listed: [
    'add_comment',
    'create_ticket',
    'delete_ticket',
    'get_ticket',
    'list_comments',
    'list_tickets',
    'search',
    'update_ticket',
    'get_me',
    'get_user',
    'list_groups',
    'list_organizations',
    'search_users',
    'upsert_user',
  ],
  /** In answers with lists: https://developer.zendesk.com/documentation/ticketing/using-the-zendesk-api/best-practices-for-avoiding-rate-limiting */
  limits: { headers: 'RateLimit-*' },
  failure,
})
