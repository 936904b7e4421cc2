import { Type } from '@patchbay/core/provider'

const strict = { additionalProperties: false }

const idOf = (kind: string, description: string) =>
  Type.String({ pattern: `^${kind}-[0-9]+$`, maxLength: 40, description })

const filter = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 100, description: 'The field to look at, e.g. email' }),
    operator: Type.Enum(['eq', 'contains', 'gt', 'lt'], { description: 'eq and contains ignore upper and lower case' }),
    value: Type.Union([Type.String({ maxLength: 500 }), Type.Number()], { description: 'What to compare with' }),
  },
  strict,
)

/** Parameters that several actions take: one name has one type in all of them. */
export const parameters = {
  person_id: idOf('person', 'Id of a person, e.g. person-1'),
  company_id: idOf('company', 'Id of a company, e.g. company-1'),
  deal_id: idOf('deal', 'Id of a deal, e.g. deal-1'),
  title: Type.String({ minLength: 1, maxLength: 200, description: "A person's job title, or the title of a deal" }),
  filters: Type.Array(filter, { maxItems: 5, description: 'Conditions that must all hold; [] for none' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'How many records at most, 10 if left out' }),
  cursor: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Where to go on: next_cursor of the answer before',
  }),
}
