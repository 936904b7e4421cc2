import { invalidInput } from './hubspot-error.ts'
import { type Records, shown } from './hubspot-records.ts'
import { search } from './hubspot-search.ts'

export interface Association {
  readonly from: string
  readonly to: string
  readonly types: readonly unknown[]
}

interface Asked {
  readonly method: string
  readonly url: URL
  readonly json: () => unknown
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

const list = (records: Records, type: string, query: URLSearchParams): unknown => {
  const limit = Number(query.get('limit') ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalidInput('limit must be between 1 and 100')
  const all = records.all(type)
  const after = query.get('after')
  const begin = after === null ? 0 : all.findIndex(({ id }) => id === after)
  if (begin < 0) throw invalidInput(`after is not valid: ${after}`)
  const next = all[begin + limit]
  return {
    results: all.slice(begin, begin + limit).map((record) => shown(type, record, query.get('properties')?.split(','))),
    ...(next && { paging: { next: { after: next.id, link: `?after=${next.id}` } } }),
  }
}

const propertiesIn = (body: unknown): Record<string, unknown> => {
  const { properties } = Object(body) as { properties?: unknown }
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    throw invalidInput('Invalid input JSON: properties must be an object')
  }
  return properties as Record<string, unknown>
}

/** The CRM objects API, version 3, and the associations API, version 4. */
export const createRoutes = (records: Records, associations: Association[]) => {
  const associate = (from: string[], to: string[], types: readonly unknown[]): Association => {
    const [[fromType = '', fromId = ''], [toType = '', toId = '']] = [from, to]
    const association = { from: records.find(fromType, fromId).id, to: records.find(toType, toId).id, types }
    const same = (other: Association) => JSON.stringify(other) === JSON.stringify(association)
    if (!associations.some(same)) associations.push(association)
    return association
  }

  const onType = (type: string, { method, url, json }: Asked): Answered | undefined => {
    if (method === 'GET') return { status: 200, body: list(records, type, url.searchParams) }
    if (method !== 'POST') return undefined
    const body = json()
    const { associations: wanted = [] } = Object(body) as { associations?: { to: { id: string }; types: unknown[] }[] }
    const record = records.create(type, propertiesIn(body))
    associations.push(...wanted.map(({ to, types }) => ({ from: record.id, to: to.id, types })))
    return { status: 201, body: shown(type, record, Object.keys(record.properties)) }
  }

  const onRecord = (type: string, id: string, { method, url, json }: Asked): Answered | undefined => {
    const record = records.find(type, id, url.searchParams.get('idProperty') ?? undefined)
    if (method === 'GET') {
      return { status: 200, body: shown(type, record, url.searchParams.get('properties')?.split(',')) }
    }
    if (method !== 'PATCH') return undefined
    const given = propertiesIn(json())
    return { status: 200, body: shown(type, records.update(type, record, given), Object.keys(given)) }
  }

  const onAssociation = (
    from: string[],
    to: string[],
    { method, json }: Asked,
    labelled: boolean,
  ): Answered | undefined => {
    if (method !== 'PUT') return undefined
    const types = labelled ? (json() as unknown[]) : []
    if (labelled && !(Array.isArray(types) && types.length > 0)) throw invalidInput('Association types are missing')
    const { from: fromId, to: toId } = associate(from, to, types)
    if (labelled) {
      const [fromObjectTypeId, toObjectTypeId] = [from[0], to[0]]
      const body = { fromObjectTypeId, fromObjectId: fromId, toObjectTypeId, toObjectId: toId, labels: [] }
      return { status: 201, body }
    }
    const now = new Date().toISOString()
    const results = [{ from: { id: fromId }, to: { id: toId } }]
    return { status: 200, body: { status: 'COMPLETE', results, startedAt: now, completedAt: now } }
  }

  return (asked: Asked): Answered | undefined => {
    const segments = asked.url.pathname.split('/').slice(1).map(decodeURIComponent)
    const [crm, version, objects, type = '', id, relation, ...to] = segments
    if (crm !== 'crm' || objects !== 'objects') return undefined
    if (version === 'v4' && id && relation === 'associations') {
      const labelled = to[0] !== 'default'
      return onAssociation([type, id], labelled ? to : to.slice(1), asked, labelled)
    }
    if (version !== 'v3' || relation) return undefined
    if (id === undefined) return onType(type, asked)
    if (id === 'search' && asked.method === 'POST') {
      return { status: 200, body: search(records, type, Object(asked.json())) }
    }
    return onRecord(type, id, asked)
  }
}
