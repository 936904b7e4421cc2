/** OAuth by a person's sign-in, as the vendor documents it. Addresses that begin with `/` are at the API's own host. */
export interface CodeFact {
  readonly authorize: string
  readonly token: string
  /** The address for refresh tokens, if it isn't `token`. */
  readonly refresh?: string
  readonly pkce?: true
  /** True if a refresh ends the old refresh token. */
  readonly rotates: boolean
  readonly clientAuth?: 'basic' | 'post'
  readonly encoding?: 'json'
  readonly separator?: ','
  readonly parameters?: Readonly<Record<string, string>>
}

/** OAuth by the client alone. */
export interface ClientFact {
  readonly token: string
  readonly clientAuth?: 'basic' | 'post'
  /** The header of calls, if it isn't `Authorization: Bearer`. */
  readonly header?: string
}

/** A key, or the names of several that every call carries. */
export type KeyFact =
  | { readonly header: string; readonly prefix?: string }
  | { readonly query: string }
  | { readonly cookie: string }

/** How a vendor's API takes credentials, by its documentation. The first member that is there is the usual way. */
export interface HostFact {
  /** `*.vendor.com` is every host below it. */
  readonly hosts: readonly string[]
  readonly code?: CodeFact
  readonly client?: ClientFact
  readonly key?: KeyFact
  readonly keys?: Readonly<Record<string, KeyFact>>
  /** HTTP Basic; a half of it may be the same for everybody. */
  readonly basic?: { readonly username?: string }
  /** The vendor's page about it, and the day on which the fact was entered here. */
  readonly source: string
  readonly date: string
}

const bearer: KeyFact = { header: 'Authorization', prefix: 'Bearer ' }
const date = '2026-11-29'

const google: CodeFact = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  pkce: true,
  rotates: false,
  clientAuth: 'post',
  parameters: { access_type: 'offline', prompt: 'consent' },
}

const microsoft: CodeFact = {
  authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  pkce: true,
  rotates: false,
  clientAuth: 'post',
}

/** Facts of vendors' hosts, in the order of the hosts' names. Add one with the page that you read and the day. */
export const hostFacts: readonly HostFact[] = [
  {
    hosts: ['*.api.mailchimp.com'],
    code: {
      authorize: 'https://login.mailchimp.com/oauth2/authorize',
      token: 'https://login.mailchimp.com/oauth2/token',
      rotates: false,
      clientAuth: 'post',
    },
    basic: { username: 'patchbay' },
    source: 'https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/',
    date,
  },
  {
    // Tokens of a person's sign-in are for api.atlassian.com alone.
    hosts: ['*.atlassian.net'],
    basic: {},
    source: 'https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/',
    date,
  },
  {
    hosts: ['api.atlassian.com'],
    code: {
      authorize: 'https://auth.atlassian.com/authorize',
      token: 'https://auth.atlassian.com/oauth/token',
      rotates: true,
      encoding: 'json',
      clientAuth: 'post',
      parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    },
    source: 'https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/',
    date,
  },
  {
    hosts: ['*.googleapis.com'],
    code: google,
    source: 'https://developers.google.com/identity/protocols/oauth2/web-server',
    date,
  },
  {
    hosts: ['*.myshopify.com'],
    client: { token: '/admin/oauth/access_token', clientAuth: 'post', header: 'X-Shopify-Access-Token' },
    key: { header: 'X-Shopify-Access-Token' },
    source: 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant',
    date,
  },
  {
    hosts: ['*.salesforce.com'],
    code: {
      authorize: 'https://login.salesforce.com/services/oauth2/authorize',
      token: 'https://login.salesforce.com/services/oauth2/token',
      pkce: true,
      rotates: true,
      clientAuth: 'post',
    },
    source: 'https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm',
    date,
  },
  {
    hosts: ['*.zendesk.com'],
    code: {
      authorize: '/oauth/authorizations/new',
      token: '/oauth/tokens',
      pkce: true,
      rotates: true,
      encoding: 'json',
      clientAuth: 'post',
    },
    basic: {},
    source: 'https://developer.zendesk.com/api-reference/introduction/security-and-auth/',
    date,
  },
  {
    hosts: ['api.airtable.com'],
    code: {
      authorize: 'https://airtable.com/oauth2/v1/authorize',
      token: 'https://airtable.com/oauth2/v1/token',
      pkce: true,
      rotates: true,
      clientAuth: 'basic',
    },
    key: bearer,
    source: 'https://airtable.com/developers/web/api/oauth-reference',
    date,
  },
  {
    hosts: ['api.figma.com'],
    code: {
      authorize: 'https://www.figma.com/oauth',
      token: 'https://api.figma.com/v1/oauth/token',
      refresh: 'https://api.figma.com/v1/oauth/refresh',
      pkce: true,
      rotates: false,
      clientAuth: 'basic',
    },
    key: { header: 'X-Figma-Token' },
    source: 'https://developers.figma.com/docs/rest-api/authentication/',
    date,
  },
  {
    hosts: ['api.github.com', 'uploads.github.com'],
    code: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      pkce: true,
      rotates: true,
      clientAuth: 'post',
    },
    key: bearer,
    source: 'https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api',
    date,
  },
  {
    hosts: ['api.hubapi.com'],
    code: {
      authorize: 'https://app.hubspot.com/oauth/authorize',
      token: 'https://api.hubapi.com/oauth/2026-03/token',
      rotates: false,
      clientAuth: 'post',
    },
    key: bearer,
    source: 'https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens',
    date,
  },
  {
    hosts: ['*.intercom.io'],
    code: {
      authorize: 'https://app.intercom.com/oauth',
      token: 'https://api.intercom.io/auth/eagle/token',
      rotates: false,
      clientAuth: 'post',
    },
    key: bearer,
    source: 'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication',
    date,
  },
  {
    hosts: ['api.linear.app'],
    code: {
      authorize: 'https://linear.app/oauth/authorize',
      token: 'https://api.linear.app/oauth/token',
      pkce: true,
      rotates: true,
      separator: ',',
      clientAuth: 'post',
    },
    key: { header: 'Authorization' },
    source: 'https://linear.app/developers/oauth-2-0-authentication',
    date,
  },
  {
    hosts: ['api.monday.com'],
    key: { header: 'Authorization' },
    source: 'https://developer.monday.com/api-reference/docs/authentication',
    date,
  },
  {
    hosts: ['api.notion.com'],
    code: {
      authorize: 'https://api.notion.com/v1/oauth/authorize',
      token: 'https://api.notion.com/v1/oauth/token',
      rotates: true,
      encoding: 'json',
      clientAuth: 'basic',
      parameters: { owner: 'user' },
    },
    key: bearer,
    source: 'https://developers.notion.com/docs/authorization',
    date,
  },
  {
    hosts: ['api.openai.com'],
    key: bearer,
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    date,
  },
  {
    hosts: ['api-m.paypal.com', 'api-m.sandbox.paypal.com'],
    client: { token: '/v1/oauth2/token', clientAuth: 'basic' },
    source: 'https://developer.paypal.com/api/rest/authentication/',
    date,
  },
  {
    hosts: ['api.pipedrive.com'],
    key: { header: 'x-api-token' },
    source: 'https://pipedrive.readme.io/docs/core-api-concepts-authentication',
    date,
  },
  {
    hosts: ['api.sendgrid.com'],
    key: bearer,
    source: 'https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/authentication',
    date,
  },
  {
    hosts: ['api.stripe.com', 'files.stripe.com'],
    key: bearer,
    source: 'https://docs.stripe.com/api/authentication',
    date,
  },
  {
    hosts: ['api.trello.com'],
    keys: { key: { query: 'key' }, token: { query: 'token' } },
    source: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/',
    date,
  },
  {
    hosts: ['*.twilio.com'],
    basic: {},
    source: 'https://www.twilio.com/docs/iam/api-keys',
    date,
  },
  {
    hosts: ['api.xero.com'],
    code: {
      authorize: 'https://login.xero.com/identity/connect/authorize',
      token: 'https://identity.xero.com/connect/token',
      rotates: true,
      clientAuth: 'basic',
    },
    source: 'https://developer.xero.com/documentation/guides/oauth2/auth-flow',
    date,
  },
  {
    hosts: ['api.zoom.us'],
    code: {
      authorize: 'https://zoom.us/oauth/authorize',
      token: 'https://zoom.us/oauth/token',
      pkce: true,
      rotates: true,
      clientAuth: 'basic',
    },
    source: 'https://developers.zoom.us/docs/integrations/oauth/',
    date,
  },
  {
    hosts: ['app.asana.com'],
    code: {
      authorize: 'https://app.asana.com/-/oauth_authorize',
      token: 'https://app.asana.com/-/oauth_token',
      pkce: true,
      rotates: false,
      clientAuth: 'post',
    },
    key: bearer,
    source: 'https://developers.asana.com/docs/oauth',
    date,
  },
  {
    hosts: ['discord.com'],
    key: { header: 'Authorization', prefix: 'Bot ' },
    source: 'https://docs.discord.com/developers/reference#authentication',
    date,
  },
  {
    hosts: ['graph.microsoft.com', 'management.azure.com'],
    code: microsoft,
    source: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow',
    date,
  },
  {
    hosts: ['quickbooks.api.intuit.com', 'sandbox-quickbooks.api.intuit.com'],
    code: {
      authorize: 'https://appcenter.intuit.com/connect/oauth2',
      token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
      rotates: true,
      clientAuth: 'basic',
    },
    source: 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0',
    date,
  },
  {
    hosts: ['slack.com'],
    code: {
      authorize: 'https://slack.com/oauth/v2/authorize',
      token: 'https://slack.com/api/oauth.v2.access',
      rotates: true,
      separator: ',',
      clientAuth: 'basic',
    },
    key: bearer,
    source: 'https://docs.slack.dev/authentication/installing-with-oauth',
    date,
  },
]

const isBelow = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

/** The facts of a host; a part of it that each account has of its own is any label. */
export const findHostFact = (host: string): HostFact | undefined =>
  hostFacts.find(({ hosts }) => hosts.some((pattern) => isBelow(host.toLowerCase(), pattern)))

/** What is known of the host at which people sign in. */
export const findSignInFact = (authorize: string): CodeFact | undefined => {
  const host = URL.parse(authorize)?.host
  return host === undefined
    ? undefined
    : hostFacts.find(({ code }) => code !== undefined && URL.parse(code.authorize)?.host === host)?.code
}
