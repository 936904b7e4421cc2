import { findDeclaredOAuth } from '@patchbay/core/provider'
import { readRefusal } from '@patchbay/core/refresh/token-refusal'
import { expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'

/** How a vendor says that a refresh token, or the access that a client has, has ended. */
interface EndedGrant {
  /** Where that is said: the vendor's page, or a public report of what its endpoint answers. */
  readonly source: string
  readonly answers: readonly (readonly [status: number, body: object])[]
}

/** Why a provider has nothing that its token endpoint could refuse. */
type NothingToRefuse = `no ${string}`

const google: EndedGrant = {
  source: 'https://developers.google.com/identity/protocols/oauth2/web-server#exchange-errors-invalid-grant',
  answers: [
    [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }],
    [400, { error: 'invalid_grant', error_subtype: 'invalid_rapt' }],
  ],
}
const microsoft: EndedGrant = {
  source:
    'https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#error-codes-for-token-endpoint-errors',
  answers: [
    [
      400,
      { error: 'invalid_grant', error_description: 'AADSTS70000: The refresh token has expired due to inactivity.' },
    ],
    [
      400,
      { error: 'interaction_required', error_description: 'AADSTS50076: ... you must use multi-factor authentication' },
    ],
    [400, { error: 'consent_required', error_description: 'AADSTS65001: The user or administrator has not consented' }],
  ],
}
const byStandard = (source: string, error_description = 'Token has been expired or revoked.'): EndedGrant => ({
  source,
  answers: [[400, { error: 'invalid_grant', error_description }]],
})

/** Each provider of this repository. */
const providers: Readonly<Record<string, EndedGrant | NothingToRefuse>> = {
  airtable: byStandard('https://nango.dev/blog/airtable-oauth-refresh-token-invalid-grant'),
  asana: byStandard('https://developers.asana.com/docs/oauth#token-exchange-endpoint', 'The refresh_token is invalid.'),
  confluence: 'no OAuth: an API token',
  figma: {
    source: 'https://developers.figma.com/docs/rest-api/authentication/#refresh-oauth-tokens',
    answers: [[400, { error: true, status: 400, message: 'Invalid refresh token' }]],
  },
  github: {
    source:
      'https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens',
    answers: [
      [200, { error: 'bad_refresh_token', error_description: 'The refresh token passed is incorrect or expired.' }],
    ],
  },
  gmail: google,
  'google-calendar': google,
  'google-drive': google,
  'google-sheets': google,
  hubspot: {
    source: 'https://github.com/airbytehq/airbyte/issues/79592',
    answers: [[400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }]],
  },
  intercom:
    'no refresh token: https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth',
  jira: {
    source: 'https://github.com/raycast/extensions/issues/11836',
    answers: [
      [403, { error: 'unauthorized_client', error_description: 'refresh_token is invalid' }],
      [403, { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' }],
    ],
  },
  linear: byStandard('https://nango.dev/blog/linear-oauth-refresh-token-invalid-grant'),
  mailchimp: 'no refresh token: https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2',
  'microsoft-outlook': microsoft,
  'microsoft-teams': microsoft,
  notion: byStandard('https://nango.dev/blog/notion-oauth-refresh-token-invalid-grant'),
  openai: 'no OAuth: an API key',
  pipedrive: 'no OAuth: an API token',
  quickbooks: {
    source: 'https://github.com/intuit/oauth-jsclient/issues/77',
    answers: [[400, { error: 'invalid_grant' }]],
  },
  salesforce: {
    source: 'https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flow_errors.htm',
    answers: [
      [400, { error: 'invalid_grant', error_description: 'expired access/refresh token' }],
      [400, { error: 'inactive_user', error_description: 'user is inactive' }],
      [400, { error: 'inactive_org', error_description: 'organization is inactive' }],
    ],
  },
  sendgrid: 'no OAuth: an API key',
  shopify: {
    source: 'https://github.com/Shopify/shopify-api-ruby/issues/1322',
    answers: [
      [400, { error: 'app_not_installed', error_description: 'The application is not installed on this shop.' }],
    ],
  },
  slack: {
    source: 'https://docs.slack.dev/reference/methods/oauth.v2.access#errors',
    answers: [
      [200, { ok: false, error: 'invalid_refresh_token' }],
      [200, { ok: false, error: 'token_revoked' }],
      [200, { ok: false, error: 'account_inactive' }],
    ],
  },
  stripe: 'no OAuth: an API key',
  trello: 'no OAuth: a key and a token',
  twilio: 'no OAuth: an API key',
  xero: {
    source: 'https://github.com/XeroAPI/xero-node/issues/382',
    answers: [[400, { error: 'invalid_grant' }]],
  },
  zendesk: byStandard('https://nango.dev/blog/zendesk-oauth-refresh-token-invalid-grant'),
  zoom: {
    source: 'https://github.com/raycast/extensions/issues/10896',
    answers: [
      [400, { reason: 'Invalid Token!', error: 'invalid_grant' }],
      [401, { reason: 'Invalid Token!', error: 'invalid_request' }],
    ],
  },
}

const registry = await loadRegistry()
const oauthOf = (id: string) => findDeclaredOAuth(registry.find(({ provider }) => provider.id === id)?.provider.auth)

test('every provider was looked up', () => {
  expect(Object.keys(providers).sort()).toEqual(registry.map(({ provider }) => provider.id).sort())
})

for (const [id, ended] of Object.entries(providers)) {
  if (typeof ended === 'string') {
    if (ended.startsWith('no OAuth')) test(`${id} has ${ended}`, () => expect(oauthOf(id)).toBeUndefined())
    continue
  }
  for (const [status, body] of ended.answers)
    test(`${id} says that a grant has ended by ${status} ${JSON.stringify(body)}`, () => {
      expect(readRefusal({ status, body }, oauthOf(id)?.refusals).verdict).toBe('dead-grant')
    })
  test(`${id} is not taken to say it of its client`, () => {
    const body = { error: 'invalid_client', error_description: 'The client secret is wrong' }
    expect(readRefusal({ status: 401, body }, oauthOf(id)?.refusals).verdict).toBe('client')
  })
}
