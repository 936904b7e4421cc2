import { expect, test } from 'vitest'
import type { ActionClass, Roles } from '../provider/index.ts'
import { deriveRoles } from './derive-roles.ts'

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const cents = { type: 'integer', description: 'How much, in the smallest currency unit' }

type Row = readonly [
  name: string,
  is: readonly ActionClass[],
  schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  want: Roles | undefined,
]

test.each<Row>([
  ['invite_user', ['sends', 'shares', 'grants'], { email: text, role: text }, { recipient: ['/email'] }],
  [
    'create_org_invitation',
    ['sends', 'shares', 'grants'],
    { email: text, invitee_id: { type: 'integer' } },
    { recipient: ['/email', '/invitee_id'] },
  ],
  [
    'invite_admin_user',
    ['sends', 'shares', 'grants'],
    { email: text, guest_expiration: text },
    { recipient: ['/email'] },
  ],
  ['invite_user', ['sends', 'shares', 'grants'], { email: text, other_contacts: texts }, undefined],
  ['create_message', ['sends'], { To: text, From: text, Body: text }, { recipient: ['/To'] }],
  [
    'send_email',
    ['sends'],
    { to: texts, cc: texts, bcc: texts, reply_to: text },
    { recipient: ['/to', '/cc', '/bcc'] },
  ],
  // Somebody else may get it, too, or the schema doesn't say where the addresses are.
  ['send_email', ['sends'], { to: texts, contact_list: text }, undefined],
  ['send_email', ['sends'], { to: { type: 'array', items: { type: 'object' } } }, undefined],
  // Neither an invitation nor a message.
  ['update_project_email_settings', [], { emailAddress: text }, undefined],
  ['update_user', ['sends'], { email: text }, undefined],
  ['transition_item', ['sends'], { to: text }, undefined],
  [
    'create_payout',
    ['pays'],
    { amount: cents, currency: text },
    { amount: { at: ['/amount'], currency: '/currency', unit: 'minor' } },
  ],
  // Its unit or currency isn't said, or there is a second amount.
  ['create_payout', ['pays'], { amount: { type: 'integer' }, currency: text }, undefined],
  ['create_refund', ['pays'], { amount: cents }, undefined],
  ['create_charge', ['pays'], { amount: cents, currency: text, application_fee_amount: cents }, undefined],
  ['create_price', [], { amount: cents, currency: text }, undefined],
])('%s (%j) with %j has the roles %j', (name, is, schemas, want) => {
  const params = Object.fromEntries(
    Object.entries(schemas).map(([own, schema]) => [own, { in: 'body' as const, schema }]),
  )
  expect(deriveRoles(name, is, { params })).toEqual(want)
})

test('roles name parameters as callers do, and are found by the document’s names', () => {
  const params = { body_to: { in: 'body' as const, as: 'to', schema: text } }
  expect(deriveRoles('send_sms', ['sends'], { params })).toEqual({ recipient: ['/body_to'] })
})
