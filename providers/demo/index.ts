import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as companies from './companies.ts'
import * as deals from './deals.ts'
import * as people from './people.ts'
import * as reports from './reports.ts'

/**
 * The CRM of `bun start --demo`: a server inside the gateway's own process, to which the demo sends this provider's calls. No
 * other start has it. It is an ordinary plugin, to be read as an example.
 */
export default provider({
  id: 'demo',
  title: 'Demo CRM',
  /** Nobody can own a name below `.invalid` (RFC 2606): outside of the demo no call could go anywhere. */
  origin: 'https://crm.invalid',
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  probe: { action: 'get_account', params: {}, identity: '/name' },
  actions: { ...people, ...companies, ...deals, ...reports },
  /** `{"error": {"code", "message", "fields": [{"path", "message"}]}}` */
  failure: messageAt('/error/message'),
})
