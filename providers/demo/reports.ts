import { choice, read, Type, write } from '@patchbay/core/provider'

export const get_account = read('GET /v1/account', {
  description: 'Get the name and the plan of the account that the API key belongs to',
  synonyms: ['subscription', 'plan', 'who am I'],
  ttl: '5m',
  params: {},
  result: Type.Object({ id: Type.String(), name: Type.String(), plan: Type.String() }),
})

/** The demo's deadline is shorter than that, so that this call ends in TIMEOUT. */
export const forecast = read('GET /v1/reports/forecast', {
  description: 'Sum up the open deals by stage; the CRM takes 10 seconds for it',
  synonyms: ['pipeline value', 'sales', 'revenue', 'quarter'],
  ttl: '1m',
  params: {},
  result: Type.Object({ stages: Type.Array(Type.Object({ stage: Type.String(), amount: Type.Number() })) }),
})

/** Always refused, as by a vendor whose plan doesn't include it: it shows how such an error arrives. */
export const export_people = write('POST /v1/exports', {
  description: "Export all people to a file; the account's plan doesn't include exports",
  synonyms: ['download', 'spreadsheet', 'CSV', 'backup', 'everyone'],
  is: [],
  params: { format: choice(['csv', 'xlsx'], 'The kind of file') },
})
