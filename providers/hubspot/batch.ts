import { htmlLoads, list, object, optional, read, text, write } from '@patchbay/core/provider'
import {
  aList,
  associations,
  emptyNulls,
  id_property,
  object_type,
  properties,
  requireNames,
  values,
} from './parameters.ts'
import { mayChangePrices, mayLeadElsewhere } from './where-it-leads.ts'

/** HubSpot takes so many at once: https://developers.hubspot.com/docs/guides/crm/using-object-apis, as of the actions below */
const mostInputs = 100

const object_ids = list(text(255, 'Record id'), {
  min: 1,
  max: mostInputs,
  description: 'Record ids; with id_property, values of that property',
})
const toInputs = (ids: readonly string[]) => ids.map((id) => ({ id }))

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const batch_get = read('POST /crm/v3/objects/{object_type}/batch/read', {
  description: 'Get up to 100 CRM records by their ids or a unique property',
  synonyms: ['bulk read', 'many', 'several'],
  ttl: '30s',
  params: { object_type, object_ids, ...optional({ id_property, properties }) },
  rename: { object_ids: 'inputs', id_property: 'idProperty' },
  request: ({ object_ids, properties }) => ({
    body: { inputs: toInputs(object_ids), properties: requireNames(properties) ?? [], propertiesWithHistory: [] },
  }),
  result: aList,
})

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis; HubSpot wants each record's associations, if only an empty list. */
export const batch_create = write('POST /crm/v3/objects/{object_type}/batch/create', {
  description: 'Create up to 100 CRM records',
  synonyms: ['bulk', 'import', 'add many', 'several', 'at once', 'contacts', 'companies', 'deals'],
  is: ['runs'],
  onlyIf: { runs: ({ new_records }) => htmlLoads(new_records) },
  additive: true,
  params: {
    object_type,
    new_records: list(object({ properties: values, associations: optional(associations) }), {
      min: 1,
      max: mostInputs,
      description: 'The records',
    }),
  },
  rename: { new_records: 'inputs' },
  request: ({ new_records }) => ({
    body: {
      inputs: new_records.map(({ properties, associations = [] }) => ({
        properties: emptyNulls(properties),
        associations,
      })),
    },
  }),
  result: aList,
})

const idProperty = optional(text(100, 'A property with unique values that id refers to, e.g. email'))
const change = object({
  id: text(255, 'Record id; with idProperty, the value of that property'),
  idProperty,
  properties: values,
})
const changes = list(change, { min: 1, max: mostInputs, description: 'The records with their new values' })
const toChanged = (all: readonly { id: string; idProperty?: string; properties: Record<string, string | null> }[]) =>
  all.map((one) => ({ ...one, properties: emptyNulls(one.properties) }))

interface Changed {
  readonly object_type: string
  readonly changes: readonly { readonly properties: object }[]
}
const listChanges = ({ changes }: Changed): readonly object[] => changes.map(({ properties }) => properties)
const ofWhichCalls = {
  pays: (changed: Changed): boolean => mayChangePrices(changed.object_type, listChanges(changed)),
  runs: ({ changes }: Changed): boolean => htmlLoads(changes),
  grants: (changed: Changed): boolean => mayLeadElsewhere(changed.object_type, listChanges(changed)),
}

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const batch_update = write('POST /crm/v3/objects/{object_type}/batch/update', {
  description: 'Update properties of up to 100 CRM records',
  synonyms: ['bulk', 'change many', 'several', 'in one go', 'contacts', 'companies', 'deals'],
  is: ['pays', 'grants', 'runs'],
  onlyIf: ofWhichCalls,
  idempotent: true,
  params: { object_type, changes },
  rename: { changes: 'inputs' },
  request: ({ changes }) => ({ body: { inputs: toChanged(changes) } }),
  result: aList,
})

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis: records are told apart by a unique property, contacts also by email */
export const batch_upsert = write('POST /crm/v3/objects/{object_type}/batch/upsert', {
  description: 'Create or update up to 100 CRM records by a unique property, e.g. contacts by email',
  synonyms: ['bulk', 'sync', 'import', 'add or change'],
  is: ['pays', 'grants', 'runs'],
  onlyIf: ofWhichCalls,
  idempotent: true,
  params: { object_type, changes },
  rename: { changes: 'inputs' },
  request: ({ changes }) => ({ body: { inputs: toChanged(changes) } }),
  result: aList,
})

/** https://developers.hubspot.com/docs/guides/crm/using-object-apis */
export const batch_archive = write('POST /crm/v3/objects/{object_type}/batch/archive', {
  description: 'Archive up to 100 CRM records',
  synonyms: ['bulk delete', 'remove many'],
  is: ['deletes'],
  idempotent: true,
  params: { object_type, object_ids },
  rename: { object_ids: 'inputs' },
  request: ({ object_ids }) => ({ body: { inputs: toInputs(object_ids) } }),
})
