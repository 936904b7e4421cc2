/** Properties by which people tell records apart. */
const telling = ['email', 'domain', 'dealname', 'subject', 'name', 'hs_object_name']
/** The search compares no longer texts: https://developers.hubspot.com/docs/api-reference/search/guide */
const longestValue = 250
const mostFilters = 3

/** Conditions that a record fulfils which was made with these properties: those that tell most, compared by HubSpot itself. */
export const createdFilters = (given: unknown): { propertyName: string; operator: string; value: string }[] => {
  const short = Object.entries(Object(given)).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== '' && entry[1].length <= longestValue,
  )
  const named = short.filter(([name]) => telling.includes(name))
  return (named.length > 0 ? named : short)
    .slice(0, mostFilters)
    .map(([propertyName, value]) => ({ propertyName, operator: 'EQ', value }))
}
