import { list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { between, listed, people, sid, thing } from './parameters.ts'

const message_sid = sid('(SM|MM)', 'SID of the message')

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource; Twilio has no idempotency key. */
export const send_message = write('POST /2010-04-01/Accounts/{settings.account_sid}/Messages.json', {
  description: 'Send an SMS, MMS or WhatsApp message; give from or messaging_service_sid',
  synonyms: ['text', 'sms', 'notify', 'whatsapp', 'phone'],
  is: ['sends'],
  roles: { recipient: ['/to'], text: ['/body'] },
  additive: true,
  params: {
    to: people.to,
    body: text(1600, 'The text'),
    ...optional({
      from: people.from,
      messaging_service_sid: sid('MG', 'SID of the messaging service that chooses the sender'),
      media_urls: list(text(2000, 'URL of a picture or file'), { min: 1, max: 10, description: 'What to attach' }),
    }),
  },
  rename: {
    to: 'To',
    body: 'Body',
    from: 'From',
    messaging_service_sid: 'MessagingServiceSid',
    media_urls: 'MediaUrl',
  },
  result: thing,
})

/** https://www.twilio.com/docs/messaging/api/message-resource#retrieve-a-list-of-messages-associated-with-your-account */
export const list_messages = read('GET /2010-04-01/Accounts/{settings.account_sid}/Messages.json', {
  description: 'List messages that were sent and received, the newest first',
  synonyms: ['texts', 'sms', 'inbox', 'replies'],
  params: { ...optional(people), ...between },
  rename: { to: 'To', from: 'From', after: 'DateSent>', before: 'DateSent<' },
  result: Type.Object({ messages: Type.Array(thing) }),
  pages: listed('/messages'),
})

/** https://www.twilio.com/docs/messaging/api/message-resource#fetch-a-message-resource */
export const get_message = read('GET /2010-04-01/Accounts/{settings.account_sid}/Messages/{message_sid}.json', {
  description: 'Get a message with its status, price and error',
  synonyms: ['delivered', 'sms', 'text'],
  params: { message_sid },
  result: thing,
})
