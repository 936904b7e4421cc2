import { basic, origin, pattern, provider } from '@patchbay/core/provider'
import { failure } from './failure.ts'
import * as files from './files.ts'
import * as tickets from './tickets.ts'

/** A help desk, whose API is built like Zendesk's: https://developer.zendesk.com/api-reference */
export default provider({
  id: 'desk',
  title: 'Desk',
  origin: origin`https://${'subdomain'}.desk.vendor-host.com`,
  settings: {
    subdomain: pattern('^[a-z0-9-]+$', 63, 'The first part of your address, e.g. acme of acme.desk.vendor-host.com'),
  },
  /** The stored credential is `<e-mail>/token:<key>`. */
  auth: basic(),
  probe: { action: 'list_tickets', params: { limit: 1 } },
  actions: { ...tickets, ...files },
  failure,
})
