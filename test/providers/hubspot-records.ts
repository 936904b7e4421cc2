import { HubspotError, invalidInput, notFound } from './hubspot-error.ts'

export interface StoredRecord {
  readonly id: string
  readonly properties: Record<string, string>
  readonly createdAt: string
  updatedAt: string
}

/** Standard types by both of their names, with what they answer when no properties are asked for. */
const types = [
  { names: ['contacts', '0-1'], shown: ['email', 'firstname', 'lastname'], unique: 'email' },
  { names: ['companies', '0-2'], shown: ['name', 'domain'], unique: undefined },
  { names: ['deals', '0-3'], shown: ['dealname', 'amount', 'closedate', 'pipeline', 'dealstage'], unique: undefined },
  { names: ['tickets', '0-5'], shown: ['subject', 'content', 'hs_pipeline', 'hs_pipeline_stage'], unique: undefined },
]

/** Properties of every record. */
const always = ['hs_object_id', 'createdate', 'lastmodifieddate']

const typeOf = (name: string) => {
  const type = types.find(({ names }) => names.includes(name))
  if (!type) throw invalidInput(`Unable to infer object type from: ${name}`)
  return type
}

/** The answer's form of a record. */
export const shown = (typeName: string, { id, properties, createdAt, updatedAt }: StoredRecord, asked?: string[]) => {
  const names = asked && asked.length > 0 ? asked : typeOf(typeName).shown
  const chosen = [...names, ...always].map((name) => [name, properties[name] ?? null])
  return { id, properties: Object.fromEntries(chosen), createdAt, updatedAt, archived: false }
}

/** The records of one HubSpot account, in memory. */
export const createRecords = () => {
  const byType = new Map(types.map((type) => [type, new Map<string, StoredRecord>()]))
  let lastId = 500

  const all = (typeName: string): Map<string, StoredRecord> => byType.get(typeOf(typeName)) ?? new Map()

  const find = (typeName: string, id: string, idProperty = 'hs_object_id'): StoredRecord => {
    const found = [...all(typeName).values()].find(({ properties }) => properties[idProperty] === id)
    if (!found) throw notFound(`The ${typeName} record ${id} was`)
    return found
  }

  const check = (typeName: string, properties: Record<string, unknown>, self?: string): Record<string, string> => {
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value !== 'string') throw invalidInput(`Property values were not valid: ${name} is not a string`)
      if (name === 'email' && !value.includes('@'))
        throw invalidInput(`Property values were not valid: ${value} is not an email`)
      if (name !== typeOf(typeName).unique) continue
      const taken = [...all(typeName).values()].find((other) => other.properties[name] === value && other.id !== self)
      if (taken) throw new HubspotError(409, 'CONFLICT', `Contact already exists. Existing ID: ${taken.id}`)
    }
    return properties as Record<string, string>
  }

  return {
    all: (typeName: string): StoredRecord[] => [...all(typeName).values()],
    find,
    create: (typeName: string, given: Record<string, unknown>): StoredRecord => {
      const properties = check(typeName, given)
      lastId += 1
      const [id, now] = [String(lastId), new Date().toISOString()]
      const known = { hs_object_id: id, createdate: now, lastmodifieddate: now }
      const record = { id, properties: { ...properties, ...known }, createdAt: now, updatedAt: now }
      all(typeName).set(id, record)
      return record
    },
    update: (typeName: string, record: StoredRecord, given: Record<string, unknown>): StoredRecord => {
      record.updatedAt = new Date().toISOString()
      const properties = { ...check(typeName, given, record.id), lastmodifieddate: record.updatedAt }
      for (const [name, value] of Object.entries(properties)) {
        if (value === '') delete record.properties[name]
        else record.properties[name] = value
      }
      return record
    },
  }
}

export type Records = ReturnType<typeof createRecords>
