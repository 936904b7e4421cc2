import { integer, list, object, optional, read, record, Type, text, write } from '@patchbay/core/provider'
import { aList, object_type } from './parameters.ts'

const pipeline_id = text(255, 'Id of the pipeline, e.g. default')
const label = text(255, 'The label that people see')
const display_order = integer('Place in the order; -1: at the end', { min: -1 })
const stage_settings = record(text(100, 'The value'), {
  max: 20,
  description:
    'Deals: {"probability": "0.5"}, where 1.0 is won and 0.0 lost; tickets: {"ticketState": "OPEN" or "CLOSED"}',
})
const aPipeline = Type.Object({ id: Type.String(), stages: Type.Array(Type.Unknown()) })

/** https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide */
export const list_pipelines = read('GET /crm/v3/pipelines/{object_type}', {
  description: 'List the pipelines of deals or tickets with their stages',
  synonyms: ['sales process', 'stages', 'dealstage', 'ticket statuses'],
  ttl: '5m',
  params: { object_type },
  result: aList,
})

/** https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide */
export const get_pipeline = read('GET /crm/v3/pipelines/{object_type}/{pipeline_id}', {
  description: 'Get a pipeline with its stages',
  ttl: '5m',
  params: { object_type, pipeline_id },
  result: aPipeline,
})

/** https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide */
export const create_pipeline = write('POST /crm/v3/pipelines/{object_type}', {
  description: 'Create a pipeline of deals or tickets with its stages',
  synonyms: ['sales process', 'add'],
  is: [],
  additive: true,
  params: {
    object_type,
    label,
    display_order,
    stages: list(
      object({
        label: text(255, 'The label that people see'),
        displayOrder: integer('Place in the order', { min: -1 }),
        metadata: record(text(100, 'The value'), { max: 20, description: 'As stage_settings' }),
      }),
      { min: 1, max: 100, description: 'The stages' },
    ),
  },
  rename: { display_order: 'displayOrder' },
  result: aPipeline,
})

/** https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide */
export const create_pipeline_stage = write('POST /crm/v3/pipelines/{object_type}/{pipeline_id}/stages', {
  description: 'Add a stage to a pipeline',
  synonyms: ['new status', 'dealstage', 'step'],
  is: [],
  additive: true,
  params: { object_type, pipeline_id, label, display_order, stage_settings },
  rename: { display_order: 'displayOrder', stage_settings: 'metadata' },
  result: Type.Object({ id: Type.String() }),
})

/** https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide */
export const update_pipeline_stage = write('PATCH /crm/v3/pipelines/{object_type}/{pipeline_id}/stages/{stage_id}', {
  description: 'Rename, move or set up a stage of a pipeline',
  synonyms: ['probability', 'order', 'status'],
  is: [],
  idempotent: true,
  params: {
    object_type,
    pipeline_id,
    stage_id: text(255, 'Id of the stage'),
    stage_settings,
    ...optional({ label, display_order }),
  },
  rename: { display_order: 'displayOrder', stage_settings: 'metadata' },
  result: Type.Object({ id: Type.String() }),
})
