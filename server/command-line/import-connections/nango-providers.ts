import type { Details } from './incoming.ts'

/** What differs between an API at Nango and the provider here. */
interface Difference {
  readonly provider: string
  /** Puts what Nango keeps as the provider wants it. */
  readonly fit?: (details: Details) => Details
}

/** Nango adds `/token` to the agent's address itself. */
const asAgentToken = ({ brought, known }: Details): Details => ({
  known,
  brought:
    brought.kind === 'basic' ? { ...brought, username: `${brought.username.replace(/\/token$/, '')}/token` } : brought,
})

/** The user name is the account's SID, which stands in each path as well. */
const withAccountSid = ({ brought, known }: Details): Details => ({
  brought,
  known: brought.kind === 'basic' ? { account_sid: brought.username, ...known } : known,
})

const withDataCenter = ({ brought, known }: Details): Details => ({
  brought,
  known: known.dc === undefined ? known : { data_center: known.dc, ...known },
})

/**
 * Nango's names of APIs that are another provider's here, or keep it otherwise. Every other name is looked for as it is.
 * https://nango.dev/docs/integrations/overview
 */
const differences: ReadonlyMap<string, Difference> = new Map([
  ['airtable-pat', { provider: 'airtable' }],
  ['github-pat', { provider: 'github' }],
  ['google-sheet', { provider: 'google-sheets' }],
  ['jira-basic', { provider: 'jira' }],
  ['mailchimp', { provider: 'mailchimp', fit: withDataCenter }],
  ['shopify-api-key', { provider: 'shopify' }],
  ['stripe-api-key', { provider: 'stripe' }],
  ['twilio', { provider: 'twilio', fit: withAccountSid }],
  ['zendesk-api-key', { provider: 'zendesk', fit: asAgentToken }],
])

/** The id of the provider for a connection: as the operator mapped its integration, else by Nango's name of the API. */
export const providerFor = (integration: string, name: string, mapped: ReadonlyMap<string, string>): string =>
  mapped.get(integration) ?? differences.get(name)?.provider ?? name

/** The credential and settings as the provider wants them. */
export const fitted = (name: string, details: Details): Details => differences.get(name)?.fit?.(details) ?? details
