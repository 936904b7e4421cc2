import { clearable, flag, integer, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import { listed } from './parameters.ts'

const ruleValue = Type.Union([Type.String({ maxLength: 65_536 }), Type.Number(), Type.Boolean(), Type.Null()])
/** https://developer.zendesk.com/documentation/ticketing/reference-guides/actions-reference/ */
const actions = list(
  object({
    field: text(100, 'What is set, e.g. status, assignee_id, comment_value, set_tags, notification_user'),
    value: Type.Union([ruleValue, Type.Array(ruleValue, { maxItems: 20 })], { description: 'Its value' }),
  }),
  { min: 1, max: 50, description: 'What is done' },
)
/** https://developer.zendesk.com/documentation/ticketing/reference-guides/conditions-reference/ */
const conditions = (description: string) =>
  list(
    object({
      field: text(100, 'What is looked at, e.g. status, priority, update_type, group_id'),
      operator: text(50, 'e.g. is, is_not, less_than, includes'),
      value: Type.Union([ruleValue, Type.Array(ruleValue, { maxItems: 20 })], { description: 'The value' }),
    }),
    { max: 50, description },
  )
const title = text(255, 'The title')
const description = text(1000, 'What it is for')
const active = flag('Whether it is active; left out when it is made: yes')
const macro_id = integer('Id of the macro')
const trigger_id = integer('Id of the trigger')
const view_id = integer('Id of the view')
const one = (name: string) => Type.Object({ [name]: Type.Object({ id: Type.Integer() }) })

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/#create-macro */
export const create_macro = write('POST /api/v2/macros', {
  description: 'Create a macro: a prepared answer or change',
  synonyms: ['canned response', 'template', 'prepared reply', 'new'],
  is: [],
  roles: { text: ['/title', '/description'] },
  additive: true,
  params: { title, actions, ...optional({ description, active }) },
  wrap: 'macro',
  result: one('macro'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/#update-macro: actions replace all that it has. */
export const update_macro = write('PUT /api/v2/macros/{macro_id}', {
  description: 'Change a macro; omitted fields stay unchanged, actions replace the existing ones',
  synonyms: ['canned response', 'template', 'edit', 'turn off'],
  // Macros: agents answer customers by them.
  is: ['sends'],
  onlyIf: { sends: ({ actions }) => actions !== undefined },
  roles: { text: ['/title', '/description'] },
  idempotent: true,
  params: { macro_id, ...optional({ title, actions, description: clearable(description), active }) },
  wrap: 'macro',
  result: one('macro'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/#delete-macro */
export const delete_macro = write('DELETE /api/v2/macros/{macro_id}', {
  description: 'Delete a macro',
  synonyms: ['canned response', 'template', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { macro_id },
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/triggers/#create-trigger: it may send mails and change tickets from then on. */
export const create_trigger = write('POST /api/v2/triggers', {
  description: 'Create a trigger: what happens by itself when a ticket is made or changed',
  synonyms: ['rule', 'automation', 'notification', 'new'],
  is: ['sends', 'grants', 'runs'],
  roles: { text: ['/title', '/description'], derives: ['recipient'] },
  additive: true,
  params: {
    title,
    actions,
    all_conditions: conditions('All of these must hold'),
    ...optional({
      any_conditions: conditions('At least one of these must hold'),
      description,
      active,
      trigger_category_id: text(30, 'Id of its category'),
    }),
  },
  rename: {
    all_conditions: '/conditions/all',
    any_conditions: '/conditions/any',
    trigger_category_id: 'category_id',
  },
  wrap: 'trigger',
  result: one('trigger'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/triggers/#update-trigger */
export const update_trigger = write('PUT /api/v2/triggers/{trigger_id}', {
  description: 'Turn a trigger on or off, or rename it',
  synonyms: ['rule', 'automation', 'deactivate', 'disable', 'edit'],
  is: ['sends', 'grants', 'runs'],
  roles: { text: ['/title'], derives: ['recipient'] },
  idempotent: true,
  params: { trigger_id, ...optional({ title, active }) },
  wrap: 'trigger',
  result: one('trigger'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/triggers/#delete-trigger */
export const delete_trigger = write('DELETE /api/v2/triggers/{trigger_id}', {
  description: 'Delete a trigger',
  synonyms: ['rule', 'automation', 'remove'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { trigger_id },
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/views/#create-view */
export const create_view = write('POST /api/v2/views', {
  description:
    'Create a view: a saved search for tickets; all_conditions need one about status, type, group or requester',
  synonyms: ['queue', 'filter', 'saved search', 'new'],
  is: [],
  roles: { text: ['/title', '/description'] },
  additive: true,
  params: {
    title,
    all_conditions: conditions('All of these must hold'),
    ...optional({
      any_conditions: conditions('At least one of these must hold'),
      description,
      active,
      columns: list(text(100, 'A column, e.g. status, requester, assignee, updated'), {
        min: 1,
        max: 10,
        description: 'The columns',
      }),
    }),
  },
  rename: { all_conditions: 'all', any_conditions: 'any', columns: '/output/columns' },
  wrap: 'view',
  result: one('view'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/views/#delete-view */
export const delete_view = write('DELETE /api/v2/views/{view_id}', {
  description: 'Delete a view, not its tickets',
  synonyms: ['queue', 'filter', 'saved search', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { view_id },
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/sla_policies/#list-sla-policies */
export const list_sla_policies = read('GET /api/v2/slas/policies', {
  description: 'List the SLA policies: how fast which tickets have to be answered',
  synonyms: ['service level agreement', 'targets', 'response times', 'deadlines'],
  ttl: '5m',
  params: {},
  pages: listed('/sla_policies'),
})
