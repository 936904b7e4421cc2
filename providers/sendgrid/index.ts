import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as contacts from './contacts.ts'
import * as mail from './mail.ts'
import * as suppressions from './suppressions.ts'

/** Twilio SendGrid, API version 3, of the global region: https://www.twilio.com/docs/sendgrid/api-reference */
export default provider({
  id: 'sendgrid',
  title: 'Twilio SendGrid',
  origin: 'https://api.sendgrid.com',
  /**
   * https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/authentication
   * To know: The sender of a mail must be verified, by its domain or alone. https://www.twilio.com/docs/sendgrid/api-reference/senders
   */
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  credentialsPage: 'https://app.sendgrid.com/settings/api_keys',
  credentialFields: { key: { label: 'API key', hint: 'Begins with SG.' } },
  /** Every key may read its own scopes. */
  probe: {
    action: 'list_scopes',
    params: {},
    identity: { action: 'get_username', params: {}, at: '/username' },
  },
  actions: { ...mail, ...suppressions, ...contacts },
  /** https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/rate-limits */
  limits: { headers: 'X-RateLimit-*', per: 'action' },
  failure: messageAt('/errors/0/message'),
})
