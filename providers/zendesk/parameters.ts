import { choice, cursor, integer, list, object, type Pointer, record, Type, text } from '@patchbay/core/provider'

export const ticket_id = integer('Number of the ticket')
export const user_id = integer('Id of the user')
export const status = choice(['new', 'open', 'pending', 'hold', 'solved'], 'State of the ticket')
export const priority = choice(['low', 'normal', 'high', 'urgent'], 'Priority of the ticket')
export const kind = choice(['problem', 'incident', 'question', 'task'], 'Type of the ticket')
export const tags = list(text(80, 'A tag'), { max: 100, description: 'Tags; they replace the existing ones' })
export const assignee_id = integer('Id of the agent who works on it')
export const group_id = integer('Id of the group that works on it')
const fieldValue = Type.Union([Type.String({ maxLength: 65_536 }), Type.Number(), Type.Boolean(), Type.Null()])
/** Custom fields of tickets. */
export const custom_fields = list(object({ id: integer('Id of the field'), value: fieldValue }), {
  max: 100,
  description: 'Values of custom fields',
})
/** Custom fields of users and organizations. */
export const fieldsByKey = record(fieldValue, { max: 200, description: 'Values of custom fields by their keys' })
export const details = text(65_536, 'Details, e.g. an address')
export const notes = text(65_536, 'Notes that agents see')

export const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address',
  examples: ['ada@example.com'],
})

/** https://developer.zendesk.com/api-reference/introduction/pagination; the cursor is used only if a size is asked for. */
export const listed = (items: Pointer) =>
  cursor({
    items,
    next: '/meta/after_cursor',
    more: '/meta/has_more',
    into: '/page/after',
    size: { into: '/page/size', max: 100, default: 100 },
  })
