import { choice, optional, read, Type, text, write } from '@patchbay/core/provider'
import { between, listed, number, people, sid, thing } from './parameters.ts'

const call_sid = sid('CA', 'SID of the call')
const states = ['queued', 'ringing', 'in-progress', 'canceled', 'completed', 'failed', 'busy', 'no-answer']

/** https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource; the text of a call is TwiML. */
export const make_call = write('POST /2010-04-01/Accounts/{settings.account_sid}/Calls.json', {
  description: 'Call a phone number and run the TwiML',
  synonyms: ['phone', 'dial', 'ring', 'voice'],
  is: ['sends', 'runs'],
  roles: { recipient: ['/to'], derives: ['recipient'] },
  additive: true,
  params: {
    to: people.to,
    from: people.from,
    twiml: text(4000, 'TwiML to run, e.g. <Response><Say>Hello</Say></Response>'),
  },
  rename: { to: 'To', from: 'From', twiml: 'Twiml' },
  result: thing,
})

/** https://www.twilio.com/docs/voice/api/call-resource#retrieve-a-list-of-calls */
export const list_calls = read('GET /2010-04-01/Accounts/{settings.account_sid}/Calls.json', {
  description: 'List calls that were made and received, the newest first',
  synonyms: ['phone', 'call log', 'history'],
  params: { ...optional({ ...people, call_status: choice(states, 'Only calls in this state') }), ...between },
  rename: { to: 'To', from: 'From', call_status: 'Status', after: 'StartTime>', before: 'StartTime<' },
  result: Type.Object({ calls: Type.Array(thing) }),
  pages: listed('/calls'),
})

/** https://www.twilio.com/docs/voice/api/call-resource#fetch-a-call-resource */
export const get_call = read('GET /2010-04-01/Accounts/{settings.account_sid}/Calls/{call_sid}.json', {
  description: 'Get a call with its status, length and price',
  synonyms: ['phone', 'duration'],
  params: { call_sid },
  result: thing,
})

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
export const list_phone_numbers = read('GET /2010-04-01/Accounts/{settings.account_sid}/IncomingPhoneNumbers.json', {
  description: "List the account's phone numbers",
  synonyms: ['senders', 'our numbers'],
  ttl: '5m',
  params: optional({ containing: text(16, 'Only numbers with these digits; * stands for any digit') }),
  rename: { containing: 'PhoneNumber' },
  result: Type.Object({ incoming_phone_numbers: Type.Array(thing) }),
  pages: listed('/incoming_phone_numbers'),
})

/** https://www.twilio.com/docs/lookup/v2-api; without fields a lookup is free. */
export const lookup_number = read('GET /v2/PhoneNumbers/{number}', {
  description: 'Check and format a phone number; fields add facts that cost money',
  synonyms: ['validate', 'carrier', 'mobile or landline'],
  origin: 'https://lookups.twilio.com',
  params: { number, fields: optional(text(200, 'What to add, e.g. line_type_intelligence,caller_name')) },
  rename: { fields: 'Fields' },
  result: Type.Object({ valid: Type.Boolean() }),
})
