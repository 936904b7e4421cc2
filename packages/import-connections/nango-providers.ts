import type { Details } from './incoming.ts'

/** The differences between an API at Nango and the provider here. */
interface Difference {
  readonly provider: string
  /** Converts Nango's data to the provider's form. */
  readonly fit?: (details: Details) => Details
}

/** Nango itself adds `/token` to the agent's address. */
const asAgentToken = ({ brought, known }: Details): Details => ({
  known,
  brought:
    brought.kind === 'basic' ? { ...brought, username: `${brought.username.replace(/\/token$/, '')}/token` } : brought,
})

/** The user name is the account's SID, which is also part of each path. */
const withAccountSid = ({ brought, known }: Details): Details => ({
  brought,
  known: brought.kind === 'basic' ? { account_sid: brought.username, ...known } : known,
})

const withDataCenter = ({ brought, known }: Details): Details => ({
  brought,
  known: known.dc === undefined ? known : { data_center: known.dc, ...known },
})

/**
 * Nango's API names that map to a provider with another name, or with other data. Every other name is used unchanged.
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

/** The provider id for a connection: the operator's mapping of its integration, or else Nango's name for the API. */
export const providerFor = (integration: string, name: string, mapped: ReadonlyMap<string, string>): string =>
  mapped.get(integration) ?? differences.get(name)?.provider ?? name

/** The credential and settings in the provider's form. */
export const fitDetails = (name: string, details: Details): Details => differences.get(name)?.fit?.(details) ?? details
