import { choice, madeSince, optional, read, Type, text, write } from '@patchbay/core/provider'
import { board, board_id, name, position, thing, whole } from './parameters.ts'

const things = Type.Array(thing)

/** https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-get */
export const get_me = read('GET /1/members/me', {
  description: 'Get the member who owns the token',
  synonyms: ['who am i', 'account', 'user'],
  params: {},
  result: thing,
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-boards-get */
export const list_boards = read('GET /1/members/me/boards', {
  description: 'List the boards of the member who owns the token',
  synonyms: ['projects', 'kanban'],
  ttl: '1m',
  params: optional({ of_kind: choice(['open', 'closed', 'starred', 'all'], 'Only boards of this kind') }),
  rename: { of_kind: 'filter' },
  result: things,
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-lists-get */
export const list_lists = read('GET /1/boards/{board_id}/lists', {
  description: 'List the lists of a board: its columns',
  synonyms: ['columns', 'stages', 'status'],
  ttl: '1m',
  params: { board_id: board },
  result: things,
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-members-get */
export const list_members = read('GET /1/boards/{board_id}/members', {
  description: 'List the members of a board',
  synonyms: ['people', 'team', 'who'],
  ttl: '5m',
  params: { board_id: board },
  result: things,
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-labels-get */
export const list_labels = read('GET /1/boards/{board_id}/labels', {
  description: 'List the labels of a board',
  synonyms: ['tags', 'colors', 'categories'],
  ttl: '5m',
  params: { board_id: board },
  result: things,
})

/** https://developer.atlassian.com/cloud/trello/rest/api-group-lists/#api-lists-post */
export const create_list = write('POST /1/lists', {
  description: 'Add a list to a board',
  synonyms: ['column', 'stage'],
  is: [],
  roles: { destination: ['/board_id'], text: ['/name'] },
  additive: true,
  params: { board_id, name, position: optional(position) },
  in: { board_id: 'query', name: 'query', position: 'query' },
  rename: { board_id: 'idBoard', position: 'pos' },
  result: thing,
  confirm: {
    read: list_lists,
    params: { board_id: ({ board_id }) => board_id },
    shows: madeSince({ ...whole, like: ({ name }) => ({ name }) }),
  },
})

const someThings = Type.Optional(Type.Array(Type.Object({ id: Type.String() })))

/** https://developer.atlassian.com/cloud/trello/rest/api-group-search/#api-search-get */
export const search = read('GET /1/search', {
  description: 'Search cards, boards and members by words',
  answers: Type.Object({
    cards: someThings,
    boards: someThings,
    members: someThings,
    organizations: someThings,
    actions: someThings,
  }),
  synonyms: ['find', 'look up', 'tasks'],
  params: {
    query: text(1000, 'Words and operators, e.g. "invoice due:week"'),
    kinds: optional(text(100, 'What to search, comma-separated: cards, boards, members, organizations, actions')),
  },
  rename: { kinds: 'modelTypes' },
})
