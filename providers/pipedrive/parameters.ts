import { choice, cursor, integer, list, Type, text } from '@patchbay/core/provider'

export const deal_id = integer('Id of the deal')
export const person_id = integer('Id of the person')
export const org_id = integer('Id of the organization')
export const activity_id = integer('Id of the activity')
export const owner_id = integer('Id of the user who owns it')
export const pipeline_id = integer('Id of the pipeline')
export const stage_id = integer('Id of the stage: list_stages lists them')
export const label_ids = list(integer('Id of a label'), { max: 50, description: 'Ids of labels' })
export const term = text(500, 'Search text, at least two characters')
export const exact_match = Type.Boolean({ description: 'Whether only exact matches count' })
export const sort_by = choice(['id', 'add_time', 'update_time'], 'What to sort by')
export const sort_direction = choice(['asc', 'desc'], 'The order')
export const updated_since = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'Only items changed at or after this time (ISO 8601)',
  examples: ['2026-01-31T00:00:00Z'],
})

/** https://pipedrive.readme.io/docs/core-api-concepts-custom-fields */
export const custom_fields = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 100,
  description: "Values by the custom field's key of 40 hexadecimal digits",
  examples: [{ d4de1c1518b4531717c676029a45911c340390a6: 'gold' }],
})

/** The members that every answer of Pipedrive's has; others pass unchanged. */
export const aThing = Type.Object({ data: Type.Object({ id: Type.Integer() }) })

/** https://pipedrive.readme.io/docs/core-api-concepts-pagination#cursor-pagination */
export const listed = cursor({
  items: '/data',
  next: '/additional_data/next_cursor',
  into: 'cursor',
  size: { into: 'limit', max: 500 },
})
/** Searches answer 100 at most. */
export const found = cursor({
  items: '/data/items',
  next: '/additional_data/next_cursor',
  into: 'cursor',
  size: { into: 'limit', max: 100 },
})
