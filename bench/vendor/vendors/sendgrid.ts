import type { CorrectedFile } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const rooms = ['mail', 'templates', 'stats', 'suppressions', 'mc_contacts', 'mc_lists', 'verified_senders', 'scopes']

const corrections: Readonly<Record<string, CorrectedFile['corrections']>> = {
  mc_contacts: [
    {
      at: '/components/schemas/ContactRequest/properties/custom_fields',
      value: { type: 'object', additionalProperties: true },
      why: 'https://www.twilio.com/docs/sendgrid/api-reference/contacts/add-or-update-a-contact: w1 is the id of one field',
    },
  ],
}

export const sendgrid: Vendor = {
  id: 'sendgrid',
  documents: rooms.map((room) => ({
    file: `sendgrid__${room}.json`,
    from: `https://github.com/twilio/sendgrid-oai/blob/dbe0e0d2e67a0c3c55b222d54df2acda2b9027a7/spec/json/tsg_${room}_v3.json`,
    corrections: corrections[room] ?? [],
  })),
  withoutOperation: { get_username: "it is in the document of users, which isn't among these" },
}
