import { integer, object, optional, Type, text } from '@patchbay/core/provider'

export const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address',
  examples: ['ada@example.com'],
})
export const person = object(
  { email, name: optional(text(200, 'Name to show')) },
  'An e-mail address, optionally with a name',
)
export const day = (description: string) =>
  Type.String({ format: 'date', maxLength: 10, description: `${description}, YYYY-MM-DD`, examples: ['2026-01-31'] })

const moment = (description: string) => integer(`${description}, in Unix seconds`)
export const range = optional({
  start_time: moment('Only items created at or after this time'),
  end_time: moment('Only items created at or before this time'),
})
