import { invalidInput } from './hubspot-error.ts'
import { type Filter, passes } from './hubspot-filter.ts'
import { type Records, type StoredRecord, shown } from './hubspot-records.ts'

interface SearchBody {
  readonly filterGroups?: readonly { readonly filters: readonly Filter[] }[]
  readonly query?: string
  readonly properties?: string[]
  readonly sorts?: readonly { readonly propertyName: string; readonly direction?: string }[]
  readonly limit?: number
  readonly after?: string
}

const members = ['filterGroups', 'query', 'properties', 'sorts', 'limit', 'after']

/** HubSpot's limits: 5 groups, 6 filters in a group, 18 in all, 200 records a page, one sort, 10,000 results. */
const check = ({ filterGroups = [], limit = 10, sorts = [], after = '0', ...rest }: SearchBody): void => {
  const counts = filterGroups.map(({ filters }) => filters.length)
  const unknown = Object.keys(rest).find((name) => !members.includes(name))
  if (unknown) throw invalidInput(`Unknown property: ${unknown}`)
  if (counts.length > 5) throw invalidInput('A search takes 5 filterGroups at most')
  if (counts.some((count) => count > 6)) throw invalidInput('A filterGroup takes 6 filters at most')
  if (counts.reduce((sum, count) => sum + count, 0) > 18) throw invalidInput('A search takes 18 filters at most')
  if (!(limit >= 1 && limit <= 200)) throw invalidInput('limit must be between 1 and 200')
  if (sorts.length > 1) throw invalidInput('A search takes one sort')
  if (!/^\d+$/.test(after) || Number(after) + limit > 10_000) throw invalidInput(`after is not valid: ${after}`)
}

const matches = ({ filterGroups = [], query }: SearchBody, { properties }: StoredRecord): boolean =>
  (filterGroups.length === 0 ||
    filterGroups.some(({ filters }) => filters.every((each) => passes(properties, each)))) &&
  (!query || Object.values(properties).some((value) => value.toLowerCase().includes(query.toLowerCase())))

/** `POST /crm/v3/objects/{type}/search`: https://developers.hubspot.com/docs/api-reference/search/guide */
export const search = (records: Records, type: string, body: SearchBody) => {
  check(body)
  const found = records.all(type).filter((record) => matches(body, record))
  const [sort] = body.sorts ?? []
  if (sort) {
    const sign = sort.direction === 'DESCENDING' ? -1 : 1
    const by = ({ properties }: StoredRecord) => properties[sort.propertyName] ?? ''
    found.sort((a, b) => sign * by(a).localeCompare(by(b), 'en', { numeric: true }))
  }
  const begin = Number(body.after ?? 0)
  const end = begin + (body.limit ?? 10)
  return {
    total: found.length,
    results: found.slice(begin, end).map((record) => shown(type, record, body.properties)),
    ...(end < found.length && { paging: { next: { after: String(end) } } }),
  }
}
