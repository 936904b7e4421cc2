import { findProblems } from '@patchbay/core/schema'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { CrmError } from './crm-error.ts'
import { stages } from './records.ts'

const strict = { additionalProperties: false }
const text = (maxLength = 200) => Type.String({ minLength: 1, maxLength })
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const person = Type.Object(
  {
    name: text(),
    email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', maxLength: 200 }),
    title: Type.Optional(orNull(text())),
    company_id: Type.Optional(orNull(text())),
  },
  strict,
)

const deal = Type.Object(
  {
    title: text(),
    company_id: text(),
    person_id: Type.Optional(orNull(text())),
    stage: Type.Optional(Type.Enum([...stages])),
    amount: Type.Number({ minimum: 0 }),
    closes_on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  },
  strict,
)

const filter = Type.Object(
  {
    field: text(),
    operator: Type.Enum(['eq', 'contains', 'gt', 'lt']),
    value: Type.Union([Type.String(), Type.Number()]),
  },
  strict,
)

export type Filter = Type.Static<typeof filter>

const limit = Type.Integer({ minimum: 1, maximum: 20 })

/** The bodies that the CRM takes. */
export const bodies = {
  person,
  personChanges: Type.Partial(person),
  deal,
  dealChanges: Type.Partial(deal),
  note: Type.Object({ text: text(2000) }, strict),
  search: Type.Object(
    {
      filters: Type.Array(filter, { maxItems: 5 }),
      limit: Type.Optional(limit),
      cursor: Type.Optional(Type.String()),
    },
    strict,
  ),
  /** Not a body, but checked like one. */
  listQuery: Type.Object({ limit: Type.Optional(limit), cursor: Type.Optional(Type.String()) }, strict),
}

/** The value with its schema's type. Throws CrmError 422, which names every field that is wrong. */
export const checkCrmBody = <S extends Type.TSchema>(schema: S, value: unknown): Type.Static<S> => {
  if (Value.Check(schema, value)) return value
  throw new CrmError(422, 'invalid_fields', 'Some fields are missing or wrong', findProblems(schema, value))
}

/** Throws CrmError: 400 for what isn't JSON, 422 for what doesn't fit the schema. */
export const readCrmBody = async <S extends Type.TSchema>(request: Request, schema: S): Promise<Type.Static<S>> => {
  let value: unknown
  try {
    value = await request.json()
  } catch {
    throw new CrmError(400, 'invalid_json', 'The body is not JSON')
  }
  return checkCrmBody(schema, value)
}
