/** The same as the schema takes for the names of objects; no other text gets into a query. */
const isName = /^[A-Za-z][A-Za-z0-9_]{0,79}$/
/** Fields by which people tell records apart. */
const telling = ['Name', 'LastName', 'Email', 'Subject', 'Title', 'CaseNumber']
const longestValue = 200
const mostConditions = 3

/** https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_quotedstringescapes.htm */
const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

/** The fields that tell most of a new record: `Name = 'Ada'`. Long texts can't be compared in a query. */
const conditions = (fields: object): string[] => {
  const short = Object.entries(fields).filter(
    (entry): entry is [string, string] =>
      isName.test(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '' && entry[1].length <= longestValue,
  )
  const named = short.filter(([name]) => telling.includes(name))
  return (named.length > 0 ? named : short)
    .slice(0, mostConditions)
    .map(([name, value]) => `${name} = ${quoted(value)}`)
}

/** These and the written fields, each once. */
const readNames = (own: readonly string[], fields: object): readonly string[] => [
  ...new Set([...own, ...Object.keys(fields).filter((name) => isName.test(name))]),
]

export const canLookFor = (fields: object): boolean => conditions(fields).length > 0

/** https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_dateformats.htm */
export const createdQuery = (objectType: string, fields: object, since: Date): string =>
  [
    `SELECT ${readNames(['Id', 'CreatedDate'], fields).join(', ')} FROM ${objectType}`,
    `WHERE CreatedDate >= ${since.toISOString()} AND ${conditions(fields).join(' AND ')}`,
    'ORDER BY CreatedDate DESC LIMIT 100',
  ].join(' ')

/** The record with an external id, with the fields that were written. */
export const externalQuery = (objectType: string, field: string, id: string, fields: object): string => {
  const names = readNames(['Id', 'LastModifiedDate'], fields)
  return `SELECT ${names.join(', ')} FROM ${objectType} WHERE ${field} = ${quoted(id)} LIMIT 1`
}
