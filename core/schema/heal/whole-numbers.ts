import type { TSchema } from 'typebox'
import { readWholeNumber } from '../../encoding/exact-json.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { noReferences, type References } from '../json-schema/references.ts'
import { fitsForm, isContainer, isOfType, listForms, listFormTypes, readMemberSchemas } from './forms.ts'

const readText = (text: string, forms: readonly JsonSchema[], references: References): unknown => {
  if (!forms.some((form) => listFormTypes(form, references).includes('integer'))) return text
  const meant = readWholeNumber(text)
  return meant === undefined || forms.some((form) => fitsForm(form, text, references)) ? text : meant
}

const read = (value: unknown, schema: JsonSchema, references: References): unknown => {
  if (typeof value !== 'string' && !isContainer(value)) return value
  const forms = listForms(schema, references)
  if (typeof value === 'string') return readText(value, forms, references)
  const [form, ...others] = forms.filter((one) => isOfType(listFormTypes(one, references), value))
  if (!form || others.length > 0) return value
  if (Array.isArray(value)) {
    const { items, maxItems } = form
    // A list that is too long will be refused.
    if (value.length > Number(maxItems)) return value
    return isContainer(items) ? value.map((item) => read(item, items as JsonSchema, references)) : value
  }
  const { properties, others: rest } = readMemberSchemas(form, references)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : rest
      return [name, declared ? read(member, declared, references) : member]
    }),
  )
}

/**
 * The body with a number in place of each text of a whole number, if the schema takes only a whole number: callers whose language has no
 * numbers of nineteen digits send texts.
 */
export const readWholeNumbers = (
  schema: TSchema,
  body: Record<string, unknown>,
  references: References = noReferences,
): Record<string, unknown> => read(body, schema as JsonSchema, references) as Record<string, unknown>
