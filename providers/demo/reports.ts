import { action, path, read, Type, write } from '@patchbay/core/provider'

export const get_account = action({
  description: 'Get the name and the plan of the account that the API key belongs to',
  effect: read({ ttl: '5m' }),
  params: {},
  call: () => ({ method: 'GET', path: path`/v1/account` }),
  result: Type.Object({ id: Type.String(), name: Type.String(), plan: Type.String() }),
})

/** The demo's deadline is shorter than that, so that this call ends in TIMEOUT. */
export const forecast = action({
  description: 'Sum up the open deals by stage; the CRM takes 10 seconds for it',
  effect: read({ ttl: '1m' }),
  params: {},
  call: () => ({ method: 'GET', path: path`/v1/reports/forecast` }),
  result: Type.Object({ stages: Type.Array(Type.Object({ stage: Type.String(), amount: Type.Number() })) }),
})

/** Always refused, as by a vendor whose plan doesn't include it: it shows how such an error arrives. */
export const export_people = action({
  description: "Export all people to a file; the account's plan doesn't include exports",
  effect: write(),
  params: { format: Type.Enum(['csv', 'xlsx'], { description: 'The kind of file' }) },
  call: (body) => ({ method: 'POST', path: path`/v1/exports`, body }),
})
