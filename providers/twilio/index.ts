import { basic, behind, documentRead, messageAt, pattern, provider } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as account from './account.ts'
import * as calls from './calls.ts'
import * as messages from './messages.ts'

/** Twilio: messages and calls (API 2010-04-01), Lookup and Verify (version 2): https://www.twilio.com/docs/usage/api */
export default provider({
  id: 'twilio',
  title: 'Twilio',
  origin: 'https://api.twilio.com',
  settings: {
    account_sid: pattern('^AC[0-9a-fA-F]{32}$', 34, 'SID of the account, e.g. AC and 32 hexadecimal digits'),
  },
  /**
   * An API key's SID and secret, or the account's SID and auth token: https://www.twilio.com/docs/iam/api-keys
   * To know: A trial account sends messages only to numbers that were verified with Twilio. https://www.twilio.com/docs/errors/21608
   */
  auth: basic(),
  credentialsPage: 'https://console.twilio.com/us1/account/keys-credentials/api-keys',
  credentialFields: {
    username: { label: 'API key SID', hint: 'Begins with SK; or the SID of the account, which begins with AC' },
    password: { label: 'API key secret', hint: 'Shown once, when the key is made; or the auth token of the account' },
  },
  encoding: 'form',
  /** The account's read answers with its auth token, too; standard API keys may not make it: https://www.twilio.com/docs/iam/api-keys */
  probe: {
    action: 'list_phone_numbers',
    params: { limit: 1 },
    identity: {
      action: documentRead<Document>()('fetch_account'),
      params: { Sid: '{settings.account_sid}' },
      at: ['/friendly_name', '/sid'],
    },
  },
  actions: { ...messages, ...calls, ...account },
  /**
   * The other actions of this version of Twilio's OpenAPI document: https://github.com/twilio/twilio-oai, except those
   * that make keys, which would bypass the gateway.
   */
  overlay: behind<Document>({
    is: {
      create_message_feedback: [],
      // A caller in a queue is led to instructions at an address.
      update_member: ['grants', 'runs'],
      create_queue: [],
      update_queue: [],
      update_conference: ['sends', 'grants'],
      create_account: ['grants'],
      create_sip_auth_calls_ip_access_control_list_mapping: ['grants'],
      create_sip_ip_access_control_list_mapping: ['grants'],
      create_sip_ip_address: ['grants'],
      update_sip_ip_address: ['grants'],
      update_account: ['deletes', 'grants'],
    },
    hide: ['create_new_key', 'create_new_signing_key'],
    fill: { AccountSid: '{settings.account_sid}' },
  }),
  /** https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
  failure: messageAt('/message'),
})
