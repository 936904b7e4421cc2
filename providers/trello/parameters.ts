import { choice, list, pattern, Type, text } from '@patchbay/core/provider'

const id = (description: string) => pattern('^[0-9a-fA-F]{24}$', 24, description)

/** Paths of cards and boards take the eight characters of their short links, too. */
const idOrLink = (description: string) => pattern('^([0-9a-fA-F]{24}|[0-9a-zA-Z]{8})$', 24, description)

export const board_id = id('Id of the board')
export const board = idOrLink('Id of the board, or the eight characters of its link, e.g. nC8QJJoZ')
export const list_id = id('Id of the list')
export const card_id = idOrLink('Id of the card, or the eight characters of its link, e.g. H0TZyzbK')
export const checklist_id = id('Id of the checklist')
export const name = text(500, 'The name')
/** It goes into the URL, as all that Trello takes. */
export const description = text(4000, 'The description, in Markdown')
export const due = Type.String({
  format: 'date',
  maxLength: 10,
  description: 'When it is due, YYYY-MM-DD',
  examples: ['2026-01-31'],
})
export const position = choice(['top', 'bottom'], 'Where to put it')
export const member_ids = list(id('Id of a member'), { max: 50, description: 'Ids of the members who are on the card' })
export const label_ids = list(id('Id of a label'), { max: 50, description: 'Ids of the labels of the card' })

/** The members that every answer of Trello's has; others pass unchanged. */
export const thing = Type.Object({ id: Type.String() })

/** The first eight digits of an id are when it was made: https://support.atlassian.com/trello/docs/getting-the-time-a-card-or-board-was-created */
export const readCreated = (thing: unknown): number => Number.parseInt(String(Object(thing).id).slice(0, 8), 16)
/** Lists that aren't read page by page are whole. */
export const whole = { items: '', made: readCreated, most: Number.POSITIVE_INFINITY } as const
