import { cursor, list, type Pointer, pattern, Type, text } from '@patchbay/core/provider'

const id = (prefix: string, description: string) => pattern(`^${prefix}[A-Za-z0-9]{14}$`, 17, description)

export const base_id = id('app', 'Id of the base: list_bases lists them')
export const record_id = id('rec', 'Id of the record')
export const table = text(255, 'Id or name of the table: list_tables lists them')
export const typecast = Type.Boolean({ description: 'Whether Airtable may convert strings to the type of the field' })
export const field_names = list(text(255, 'Name of a field'), { min: 1, max: 100, description: 'Only these fields' })

/** https://airtable.com/developers/web/api/field-model */
export const fields = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 500,
  description: 'Values by the name of the field',
  examples: [{ Name: 'Oven', Price: 1200 }],
})

/** The members that every answer of Airtable's has; others pass unchanged. */
export const aRecord = Type.Object({ id: Type.String(), fields: Type.Object({}) })
export const records = Type.Object({ records: Type.Array(aRecord) })

/** The offset is a cursor, valid for some minutes: https://airtable.com/developers/web/api/list-records */
export const listed = (items: Pointer) => cursor({ items, next: '/offset', into: 'offset' })
export const sized = (items: Pointer) =>
  cursor({ items, next: '/offset', into: 'offset', size: { into: 'pageSize', max: 100 } })

/**
 * False only if Airtable surely fetches no file for a field: it takes attachments by their address, and from a text where it converts values.
 * https://airtable.com/developers/web/api/field-model#multipleattachment
 */
export const fetchesFiles = (value: unknown): boolean => {
  const holdsAddress = (one: unknown, isConverted: boolean): boolean => {
    if (typeof one === 'string') return isConverted && one.includes('://')
    if (typeof one !== 'object' || one === null) return false
    return Object.hasOwn(one, 'url') || Object.values(one).some((each) => holdsAddress(each, isConverted))
  }
  return holdsAddress(value, Object(value).typecast === true)
}
