import { cursor, integer, list, type Pointer, pattern, Type, text } from '@patchbay/core/provider'

const id = (description: string) => pattern('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 36, description)

export const issue_id = text(50, 'Id of the issue, or its key, e.g. ENG-123')
export const team_id = id('Id of the team: list_teams lists them')
export const project_id = id('Id of the project')
export const state_id = id('Id of the state: list_states lists them')
export const assignee_id = id('Id of the user who works on it')
export const parent_id = id('Id of the issue that it is a part of')
export const label_ids = list(id('Id of a label'), {
  max: 50,
  description: 'Label ids; they replace the existing ones',
})
export const title = text(255, 'The title')
export const markdown = Type.String({ maxLength: 250_000, description: 'The text, in Markdown' })
export const priority = integer('0 none, 1 urgent, 2 high, 3 medium, 4 low', { min: 0, max: 4 })
export const estimate = integer('Estimate in points', { min: 0, max: 1000 })
export const due_date = Type.String({
  format: 'date',
  maxLength: 10,
  description: 'YYYY-MM-DD',
  examples: ['2026-01-31'],
})

/** https://linear.app/developers/pagination */
export const listed = <const Name extends string>(name: Name) => {
  const at = <const Rest extends string>(rest: Rest): Pointer => `/data/${name}/${rest}`
  return cursor({
    items: at('nodes'),
    next: at('pageInfo/endCursor'),
    more: at('pageInfo/hasNextPage'),
    into: 'after',
    size: { into: 'first', max: 250, default: 50 },
  })
}

export const anIssue = `id identifier title description url priority priorityLabel estimate dueDate createdAt updatedAt
  state { id name type } assignee { id name email } team { id key name } project { id name } labels { nodes { id name } }`
export const pageInfo = 'pageInfo { hasNextPage endCursor }'
