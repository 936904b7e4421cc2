import type { KeyForm, SignIn } from './sign-in.ts'

const basic = (username: string, password: string) =>
  ['authorization', `Basic ${btoa(`${username}:${password}`)}`] as const
const bearer = (token: string) => ['authorization', `Bearer ${token}`] as const
const atlassian = { username: 'ada@example.com', password: 'ATATT3x' }

/** The reads of a provider that takes a sign-in as well. */
const as = (signIns: Readonly<Record<string, SignIn>>, id: string): SignIn['reads'] => signIns[id]?.reads ?? {}

/** The vendors' keys, tokens and passwords, by the provider's id. */
export const keyForms = (signIns: Readonly<Record<string, SignIn>>): Readonly<Record<string, KeyForm>> => ({
  airtable: {
    source: 'https://airtable.com/developers/web/guides/personal-access-tokens',
    types: { secret: 'pat123.abc' },
    header: bearer('pat123.abc'),
    reads: as(signIns, 'airtable'),
  },
  asana: {
    source: 'https://developers.asana.com/docs/personal-access-token',
    types: { secret: '2/1234/abc' },
    header: bearer('2/1234/abc'),
    reads: as(signIns, 'asana'),
  },
  confluence: {
    source: 'https://developer.atlassian.com/cloud/confluence/basic-auth-for-rest-apis/',
    types: atlassian,
    settings: { site: 'acme' },
    header: basic('ada@example.com', 'ATATT3x'),
    reads: as(signIns, 'confluence'),
  },
  figma: {
    source: 'https://developers.figma.com/docs/rest-api/personal-access-tokens/',
    types: { secret: 'figd_abc' },
    header: ['x-figma-token', 'figd_abc'],
    reads: as(signIns, 'figma'),
  },
  intercom: {
    source: 'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication',
    types: { secret: 'dG9rOmFiYw==' },
    settings: { host: 'api' },
    header: bearer('dG9rOmFiYw=='),
    reads: as(signIns, 'intercom'),
  },
  jira: {
    source: 'https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/',
    types: atlassian,
    settings: { site: 'acme' },
    header: basic('ada@example.com', 'ATATT3x'),
    reads: as(signIns, 'jira'),
  },
  linear: {
    source: 'https://linear.app/developers/graphql#personal-api-keys',
    types: { secret: 'lin_api_abc' },
    header: ['authorization', 'lin_api_abc'],
    reads: as(signIns, 'linear'),
  },
  mailchimp: {
    source: 'https://mailchimp.com/developer/marketing/docs/fundamentals/#authenticate-with-an-api-key',
    types: { password: 'abc-us6' },
    settings: { data_center: 'us6' },
    header: basic('patchbay', 'abc-us6'),
    reads: as(signIns, 'mailchimp'),
  },
  notion: {
    source: 'https://developers.notion.com/docs/authorization#internal-integration-auth-flow-set-up',
    types: { secret: 'ntn_abc' },
    header: bearer('ntn_abc'),
    reads: as(signIns, 'notion'),
  },
  openai: {
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    types: { secret: 'sk-abc' },
    header: bearer('sk-abc'),
    reads: { '/v1/models': () => ({ object: 'list', data: [{ id: 'gpt-5', object: 'model' }] }) },
    called: null,
  },
  pipedrive: {
    source: 'https://pipedrive.readme.io/docs/core-api-concepts-authentication',
    types: { secret: 'abc123' },
    header: ['x-api-token', 'abc123'],
    reads: as(signIns, 'pipedrive'),
  },
  sendgrid: {
    source: 'https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/authentication',
    types: { secret: 'SG.abc' },
    header: bearer('SG.abc'),
    reads: {
      '/v3/scopes': () => ({ scopes: ['mail.send'] }),
      '/v3/user/username': (username) => ({ username, user_id: 1 }),
    },
  },
  shopify: {
    source:
      'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/generate-app-access-tokens-admin',
    types: { secret: 'shpat_abc' },
    settings: { shop: 'acme' },
    header: ['x-shopify-access-token', 'shpat_abc'],
    reads: as(signIns, 'shopify'),
    stored: 'key',
    called: 'Shop of ada@example.com, acme.myshopify.com',
  },
  stripe: {
    source: 'https://docs.stripe.com/api/authentication',
    types: { secret: 'rk_test_abc' },
    header: bearer('rk_test_abc'),
    reads: as(signIns, 'stripe'),
  },
  trello: {
    source: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/',
    types: { secret_key: 'abc', secret_token: 'ATTAdef' },
    query: { key: 'abc', token: 'ATTAdef' },
    reads: as(signIns, 'trello'),
  },
  twilio: {
    source: 'https://www.twilio.com/docs/usage/requests-to-twilio',
    types: { username: 'SK123', password: 'abc' },
    settings: { account_sid: `AC${'0'.repeat(32)}` },
    header: basic('SK123', 'abc'),
    reads: {
      [`/2010-04-01/Accounts/AC${'0'.repeat(32)}/IncomingPhoneNumbers.json`]: () => ({ incoming_phone_numbers: [] }),
      [`/2010-04-01/Accounts/AC${'0'.repeat(32)}.json`]: (friendly_name) => ({ friendly_name, sid: 'AC1' }),
    },
  },
  zendesk: {
    source: 'https://developer.zendesk.com/api-reference/introduction/security-and-auth/#api-token',
    types: { username: 'ada@example.com/token', password: 'abc' },
    settings: { subdomain: 'acme' },
    header: basic('ada@example.com/token', 'abc'),
    reads: as(signIns, 'zendesk'),
  },
})
