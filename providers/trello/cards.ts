import {
  clearable,
  flag,
  holds,
  integer,
  madeSince,
  markdownLoads,
  optional,
  page,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as trello from './parameters.ts'

const { board, list_id, card_id, checklist_id, name, description, due, position, thing } = trello
const content = { description, due, position, member_ids: trello.member_ids, label_ids: trello.label_ids }
const names = {
  list_id: 'idList',
  description: 'desc',
  position: 'pos',
  member_ids: 'idMembers',
  label_ids: 'idLabels',
} as const
const inQuery = {
  name: 'query',
  list_id: 'query',
  description: 'query',
  due: 'query',
  position: 'query',
  member_ids: 'query',
  label_ids: 'query',
} as const

const isEmpty = (ids: readonly string[] | null | undefined): boolean => ids !== undefined && (ids ?? []).length === 0

/** https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-cards-get */
export const list_board_cards = read('GET /1/boards/{board_id}/cards', {
  description: 'List the open cards of a board',
  synonyms: ['tasks', 'tickets', 'todo'],
  ttl: '30s',
  params: { board_id: board },
  result: Type.Array(thing),
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-lists/#api-lists-id-cards-get */
export const list_cards = read('GET /1/lists/{list_id}/cards', {
  description: 'List the cards of a list',
  synonyms: ['tasks', 'tickets', 'column'],
  ttl: '30s',
  params: { list_id },
  result: Type.Array(thing),
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-get */
export const get_card = read('GET /1/cards/{card_id}', {
  description: 'Get a card',
  synonyms: ['task', 'ticket', 'details'],
  ttl: '30s',
  params: { card_id, ...optional({ members: flag('Whether to return its members as well') }) },
  result: thing,
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-post; Trello has no idempotency key. */
export const create_card = write('POST /1/cards', {
  description: 'Add a card to a list',
  synonyms: ['task', 'ticket', 'todo', 'new'],
  is: ['runs'],
  onlyIf: { runs: ({ description }) => markdownLoads(description) },
  roles: { recipient: ['/member_ids'], destination: ['/list_id'], text: ['/name', '/description'] },
  additive: true,
  params: { list_id, name, ...optional(content) },
  in: inQuery,
  rename: names,
  result: thing,
  confirm: {
    read: list_cards,
    params: { list_id: ({ list_id }) => list_id },
    // Automations may move a new card to another list.
    shows: madeSince({
      ...trello.whole,
      mayMiss: true,
      like: ({ name, description, due }) => ({ name, desc: description, due }),
    }),
  },
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-put */
export const update_card = write('PUT /1/cards/{card_id}', {
  description: 'Change, move, archive or complete a card; omitted fields stay unchanged',
  synonyms: ['edit', 'task', 'move to a list', 'done', 'assign'],
  is: ['runs'],
  onlyIf: { runs: ({ description }) => markdownLoads(description) },
  roles: { recipient: ['/member_ids'], destination: ['/list_id'], text: ['/name', '/description'] },
  idempotent: true,
  params: {
    card_id,
    ...optional({
      name,
      list_id,
      position,
      description: clearable(description),
      due: clearable(due),
      member_ids: clearable(trello.member_ids),
      label_ids: clearable(trello.label_ids),
      archived: flag('true archives the card, false brings it back'),
      due_complete: flag('Whether the due date is met'),
    }),
  },
  in: { ...inQuery, archived: 'query', due_complete: 'query' },
  rename: { ...names, archived: 'closed', due_complete: 'dueComplete' },
  /** A date is cleared by the word null: https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-put */
  request: ({ description, due, member_ids, label_ids }) => {
    const cleared = {
      ...(due === null && { due: 'null' }),
      ...(description === null && { desc: '' }),
      ...(isEmpty(member_ids) && { idMembers: '' }),
      ...(isEmpty(label_ids) && { idLabels: '' }),
    }
    return Object.keys(cleared).length > 0 ? { query: cleared } : {}
  },
  result: thing,
  confirm: {
    read: get_card,
    when: ({ position }) => position === undefined,
    params: { card_id: ({ card_id }) => card_id },
    shows: holds(
      ({ name, description, list_id, due, archived, due_complete, member_ids, label_ids }) => ({
        name,
        desc: description,
        idList: list_id,
        due,
        closed: archived,
        dueComplete: due_complete,
        idMembers: member_ids,
        idLabels: label_ids,
      }),
      '/dateLastActivity',
    ),
  },
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-actions-get */
export const list_comments = read('GET /1/cards/{card_id}/actions', {
  description: 'List the comments on a card, the newest first',
  synonyms: ['discussion', 'activity', 'history'],
  params: {
    card_id,
    page: optional(integer('Number of the page to start with, from 0; pages have 50 comments', { min: 0, max: 19 })),
  },
  request: () => ({ query: { filter: 'commentCard' } }),
  result: Type.Array(thing),
  pages: page({ items: '', into: 'page', first: 0 }),
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-actions-comments-post */
export const add_comment = write('POST /1/cards/{card_id}/actions/comments', {
  description: 'Comment on a card',
  synonyms: ['reply', 'note', 'answer'],
  is: ['sends'],
  roles: { destination: ['/card_id'], text: ['/text'], derives: ['recipient'] },
  additive: true,
  params: { card_id, text: text(4000, 'The comment, in Markdown') },
  in: { text: 'query' },
  result: thing,
  confirm: {
    read: list_comments,
    params: { card_id: ({ card_id }) => card_id },
    shows: madeSince({ items: '', made: '/date', most: 50, like: ({ text }) => ({ data: { text } }) }),
  },
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-checklists-get */
export const list_checklists = read('GET /1/cards/{card_id}/checklists', {
  description: 'List the checklists of a card with their items',
  synonyms: ['subtasks', 'todo'],
  ttl: '30s',
  params: { card_id },
  result: Type.Array(thing),
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-cards/#api-cards-id-checklists-post */
export const create_checklist = write('POST /1/cards/{card_id}/checklists', {
  description: 'Add a checklist to a card',
  answers: Type.Object({ id: Type.String(), name: Type.String(), idBoard: Type.String(), idCard: Type.String() }),
  synonyms: ['subtasks', 'todo'],
  is: [],
  roles: { destination: ['/card_id'], text: ['/name'] },
  additive: true,
  params: { card_id, name },
  in: { name: 'query' },
  confirm: {
    read: list_checklists,
    params: { card_id: ({ card_id }) => card_id },
    shows: madeSince({ ...trello.whole, like: ({ name }) => ({ name }) }),
  },
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-checklists/#api-checklists-id-checkitems-post */
export const add_check_item = write('POST /1/checklists/{checklist_id}/checkItems', {
  description: 'Add an item to a checklist',
  answers: Type.Object({ id: Type.String(), name: Type.String(), state: Type.String(), idChecklist: Type.String() }),
  synonyms: ['subtask', 'todo'],
  is: [],
  roles: { destination: ['/checklist_id'], text: ['/name'] },
  additive: true,
  params: { checklist_id, name, ...optional({ position, checked: flag('Whether it is done already') }) },
  in: { name: 'query', position: 'query', checked: 'query' },
  rename: { position: 'pos' },
})
