import { choice, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import { listed, sid, thing } from './parameters.ts'

const service_sid = sid('VA', 'SID of the verification service: list_verification_services lists them')
const recipient = text(100, 'Phone number in E.164, or e-mail address')
const day = (description: string) =>
  Type.String({ format: 'date', maxLength: 10, description: `${description}, YYYY-MM-DD`, examples: ['2026-01-31'] })

/** https://www.twilio.com/docs/usage/api/account-balance */
export const get_balance = read('GET /2010-04-01/Accounts/{settings.account_sid}/Balance.json', {
  description: "Get the account's balance; subaccounts have none",
  synonyms: ['money', 'credit', 'account'],
  params: {},
  result: Type.Object({ balance: Type.Union([Type.String(), Type.Null()]) }),
})

/** https://www.twilio.com/docs/usage/api/usage-record */
export const list_usage = read('GET /2010-04-01/Accounts/{settings.account_sid}/Usage/Records.json', {
  description: 'List usage and cost by category',
  synonyms: ['costs', 'bill', 'spending', 'statistics'],
  ttl: '5m',
  params: optional({
    category: text(100, 'Only this category, e.g. sms'),
    start_date: day('First day'),
    end_date: day('Last day'),
  }),
  rename: { category: 'Category', start_date: 'StartDate', end_date: 'EndDate' },
  result: Type.Object({ usage_records: Type.Array(Type.Object({ category: Type.String() })) }),
  pages: listed('/usage_records'),
})

/** https://www.twilio.com/docs/verify/api/service#list-all-services */
export const list_verification_services = read('GET /v2/Services', {
  description: 'List the verification services: sets of rules by which codes are sent',
  synonyms: ['verify', 'one-time password'],
  origin: 'https://verify.twilio.com',
  ttl: '5m',
  params: {},
  result: Type.Object({ services: Type.Array(thing) }),
  pages: listed('/services', '/meta/next_page_url'),
})

/** https://www.twilio.com/docs/verify/api/verification#start-new-verification */
export const start_verification = write('POST /v2/Services/{service_sid}/Verifications', {
  description: 'Send somebody a code that proves who they are',
  synonyms: ['otp', 'two-factor', '2fa', 'one-time password', 'verify'],
  is: ['sends'],
  roles: { recipient: ['/recipient'] },
  origin: 'https://verify.twilio.com',
  additive: true,
  params: { service_sid, recipient, channel: choice(['sms', 'call', 'email', 'whatsapp'], 'How the code is sent') },
  rename: { recipient: 'To', channel: 'Channel' },
  result: thing,
})

/** https://www.twilio.com/docs/verify/api/verification-check; a right code can be checked once. */
export const check_verification = write('POST /v2/Services/{service_sid}/VerificationCheck', {
  description: 'Check the code that somebody has entered: the status is approved if it is right',
  synonyms: ['otp', 'two-factor', '2fa', 'confirm'],
  is: [],
  origin: 'https://verify.twilio.com',
  params: { service_sid, recipient, code: pattern('^[A-Za-z0-9]{4,10}$', 10, 'The code') },
  rename: { recipient: 'To', code: 'Code' },
  result: Type.Object({ status: Type.String() }),
})
