import { choice, cursor, list, object, pattern, Type, text } from '@patchbay/core/provider'

/** The members that every answer of the CRM's has; others pass unchanged. */
export const aRecord = Type.Object({ id: Type.String(), created_at: Type.String() })

/** The result and pages of every list. */
export const aList = {
  result: Type.Object({ data: Type.Array(aRecord), next_cursor: Type.Union([Type.String(), Type.Null()]) }),
  pages: cursor({ items: '/data', next: '/next_cursor', into: 'cursor', size: { into: 'limit', max: 20 } }),
} as const

/** Parameters that several resources take. */
export const person_id = pattern('^person-[0-9]+$', 40, 'Id of a person, e.g. person-1')
export const company_id = pattern('^company-[0-9]+$', 40, 'Id of a company, e.g. company-1')
export const title = text(200, "A person's job title, or the title of a deal")

const filter = object({
  field: text(100, 'The field to look at, e.g. email'),
  operator: choice(['eq', 'contains', 'gt', 'lt'], 'eq and contains ignore upper and lower case'),
  value: Type.Union([Type.String({ maxLength: 500 }), Type.Number()], { description: 'What to compare with' }),
})
export const filters = list(filter, { max: 5, description: 'Conditions that must all hold; [] for none' })
