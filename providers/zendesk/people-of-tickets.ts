import { choice, integer, invalid, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import { email, ticket_id, user_id } from './parameters.ts'

const someUsers = Type.Object({ users: Type.Array(Type.Unknown()) })
const aTicket = Type.Object({ ticket: Type.Object({ id: Type.Integer() }) })
const change = choice(['put', 'delete'], 'put: add the person; delete: take the person off; left out: put')

const people = list(object(optional({ email, user_id, change })), {
  min: 1,
  max: 48,
  description: 'The people, each by email or user_id',
})
const toPeople = (all: Type.Static<typeof people>) =>
  all.map(({ email, user_id, change }) => {
    if ((email === undefined) === (user_id === undefined)) throw invalid('', 'give each person either email or user_id')
    return {
      ...(email === undefined ? { user_id: String(user_id) } : { user_email: email }),
      action: change ?? 'put',
    }
  })

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-followers-for-a-ticket */
export const list_followers = read('GET /api/v2/tickets/{ticket_id}/followers', {
  description: 'List the agents who follow a ticket',
  synonyms: ['who follows', 'watchers', 'watch'],
  params: { ticket_id },
  result: someUsers,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-email-ccs-for-a-ticket */
export const list_ccs = read('GET /api/v2/tickets/{ticket_id}/email_ccs', {
  description: 'List the people who are in copy (CC) of a ticket',
  synonyms: ['cc', 'copied', 'who else gets'],
  params: { ticket_id },
  result: someUsers,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#setting-email-ccs */
export const update_ccs = write('PUT /api/v2/tickets/{ticket_id}', {
  description: 'Put people in copy (CC) of a ticket, or take them off',
  synonyms: ['carbon copy', 'colleague', 'keep in the loop', 'add a recipient', 'put on copy'],
  is: ['shares', 'sends'],
  roles: { recipient: ['/ccs/email', '/ccs/user_id'], destination: ['/ticket_id'] },
  params: {
    ticket_id,
    ccs: people,
  },
  request: ({ ccs }) => ({
    body: {
      ccs: undefined,
      ticket: {
        email_ccs: toPeople(ccs),
      },
    },
  }),
  result: aTicket,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#setting-followers */
export const update_followers = write('PUT /api/v2/tickets/{ticket_id}', {
  description: 'Let agents follow a ticket, or stop',
  synonyms: ['watch', 'follower', 'keep informed', 'unfollow'],
  is: ['shares'],
  roles: { recipient: ['/followers/email', '/followers/user_id'], destination: ['/ticket_id'] },
  params: {
    ticket_id,
    followers: people,
  },
  request: ({ followers }) => ({
    body: {
      followers: undefined,
      ticket: {
        followers: toPeople(followers),
      },
    },
  }),
  result: aTicket,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#update-ticket: problem_id, of tickets of type incident. */
export const link_incident = write('PUT /api/v2/tickets/{ticket_id}', {
  description: 'Link a ticket as incident to a problem ticket, with which it is solved',
  synonyms: ['problem', 'same cause', 'attach to', 'connect'],
  is: [],
  roles: { destination: ['/problem_id'] },
  idempotent: true,
  params: { ticket_id, problem_id: integer('Number of the problem ticket') },
  request: ({ problem_id }) => ({
    body: { problem_id: undefined, ticket: { type: 'incident', problem_id } },
  }),
  result: aTicket,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/#redact-string-in-comment: for good. */
export const redact_comment = write('PUT /api/v2/tickets/{ticket_id}/comments/{comment_id}/redact', {
  description: 'Black out a text in a comment of a ticket for good, e.g. a card number',
  synonyms: ['redact', 'remove', 'credit card', 'password', 'sensitive', 'privacy'],
  is: ['deletes'],
  idempotent: true,
  params: {
    ticket_id,
    comment_id: integer('Id of the comment: list_comments has it'),
    words: text(1000, 'The text that is blacked out'),
  },
  rename: { words: 'text' },
  result: Type.Object({ comment: Type.Object({ id: Type.Integer() }) }),
})
