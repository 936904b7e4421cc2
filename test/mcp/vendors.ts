import { startGithub } from '../providers/github.ts'
import { startHubspot } from '../providers/hubspot.ts'
import type { Recorded } from '../providers/recorded.ts'
import { startSlack } from '../providers/slack.ts'
import { startStripe } from '../providers/stripe.ts'

/** A vendor's account on loopback, with something in it. */
interface Vendor {
  readonly origin: string
  readonly credential: string
  readonly requests: readonly Recorded[]
  /** Parameters that name what is there, so that calls find it. */
  readonly known: Readonly<Record<string, unknown>>
  stop(): Promise<unknown>
}

const github = (): Vendor => {
  const vendor = startGithub()
  const { issues, files } = { issues: [{ title: 'One' }], files: { 'README.md': 'Hello' } }
  vendor.seed('octo', 'hello', { issues, files })
  const known = { owner: 'octo', repo: 'hello', issue_number: 1, path: 'README.md', ref: 'main', username: 'octocat' }
  return { ...vendor, credential: 'github-access-token', known }
}

const hubspot = (): Vendor => {
  const vendor = startHubspot()
  const [contact] = vendor.seed('contacts', { email: 'ada@example.com' })
  const [company] = vendor.seed('companies', { name: 'Acme' })
  const ids = { object_id: contact?.id, to_object_type: 'companies', to_object_id: company?.id }
  const known = {
    object_type: 'contacts',
    filters: [],
    sorts: undefined,
    after: undefined,
    id_property: undefined,
    ...ids,
  }
  return { ...vendor, credential: 'hubspot-access-token', known }
}

const slack = (): Vendor => {
  const vendor = startSlack()
  const { workspace, bot, person } = vendor
  const channel = workspace.addConversation({ name: 'general', members: [bot.id, person.id] }).id
  const { ts } = workspace.addMessage(channel, bot.id, { text: 'Hello' })
  const known = { channel, ts, user: person.id, users: [person.id], email: 'ada@example.com', cursor: undefined }
  return { ...vendor, credential: 'xoxb-patchbay', known }
}

const stripe = (): Vendor => {
  const vendor = startStripe()
  const [customer] = vendor.seed('customers', { email: 'ada@example.com' })
  const known = { customer: customer?.id, starting_after: undefined, ending_before: undefined, currency: 'usd' }
  return { ...vendor, credential: 'sk_test_patchbay', known }
}

/** All of them, by the id of their plugin. Two calls make two of each, alike. */
export const startVendors = (): Readonly<Record<string, Vendor>> => ({
  github: github(),
  hubspot: hubspot(),
  slack: slack(),
  stripe: stripe(),
})
