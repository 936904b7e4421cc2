import { clearable, flag, integer, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as zendesk from './parameters.ts'

const { ticket_id, listed } = zendesk
const ticket_ids = list(integer('Number of a ticket'), { min: 1, max: 100, description: 'Numbers of the tickets' })
/**
 * A job, which Zendesk makes of work that takes longer than a request:
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/job_statuses/
 */
const aJob = Type.Object({ job_status: Type.Object({ id: Type.String() }) })
const someTags = list(text(80, 'A tag'), { min: 1, max: 100, description: 'The tags' })
const theTags = Type.Object({ tags: Type.Array(Type.String()) })

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#update-many-tickets */
export const update_tickets = write('PUT /api/v2/tickets/update_many', {
  description: 'Change up to 100 tickets alike; get_job says when it is done',
  synonyms: ['bulk', 'mass', 'several', 'at once', 'close', 'assign', 'solve'],
  is: [],
  roles: { recipient: ['/assignee_id'], destination: ['/group_id'] },
  idempotent: true,
  params: {
    ticket_ids,
    ...optional({
      status: zendesk.status,
      priority: clearable(zendesk.priority),
      kind: clearable(zendesk.kind),
      tags: zendesk.tags,
      additional_tags: list(text(80, 'A tag'), { max: 100, description: 'Tags to add' }),
      assignee_id: clearable(zendesk.assignee_id),
      group_id: clearable(zendesk.group_id),
      custom_fields: zendesk.custom_fields,
    }),
  },
  in: { ticket_ids: 'query' },
  rename: { ticket_ids: 'ids', kind: 'type' },
  styles: { ticket_ids: 'comma' },
  wrap: 'ticket',
  result: aJob,
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#merge-tickets-into-target-ticket: the merged ones are closed, and nobody can undo it */
export const merge_tickets = write('POST /api/v2/tickets/{ticket_id}/merge', {
  description: 'Merge tickets into another one and close them; this cannot be undone',
  synonyms: ['duplicates', 'combine', 'join', 'two tickets'],
  is: ['sends', 'deletes'],
  roles: { text: ['/target_comment', '/source_comment'], derives: ['recipient'] },
  params: {
    ticket_id: integer('Number of the ticket that stays'),
    merged_ids: list(integer('Number of a ticket'), {
      min: 1,
      max: 100,
      description: 'Tickets that become part of it',
    }),
    ...optional({
      target_comment: text(65_536, 'Comment on the ticket that stays'),
      source_comment: text(65_536, 'Comment on the merged ones'),
      target_comment_is_public: flag('Whether the customer sees the comment on the ticket that stays'),
      source_comment_is_public: flag('Whether customers see the comment on the merged ones'),
    }),
  },
  rename: { merged_ids: 'ids' },
  result: aJob,
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/tags/#add-tags */
export const add_ticket_tags = write('PUT /api/v2/tickets/{ticket_id}/tags', {
  description: 'Add tags to a ticket, beside those that it has',
  synonyms: ['label', 'mark', 'a tag'],
  is: [],
  idempotent: true,
  additive: true,
  params: { ticket_id, some_tags: someTags },
  rename: { some_tags: 'tags' },
  result: theTags,
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/tags/#remove-tags */
export const remove_ticket_tags = write('DELETE /api/v2/tickets/{ticket_id}/tags', {
  description: 'Remove tags from a ticket',
  synonyms: ['label', 'untag', 'take off', 'a tag'],
  is: [],
  idempotent: true,
  params: { ticket_id, some_tags: someTags },
  in: { some_tags: 'body' },
  rename: { some_tags: 'tags' },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-deleted-tickets */
export const list_deleted_tickets = read('GET /api/v2/deleted_tickets', {
  description: 'List the deleted tickets that can still be restored',
  synonyms: ['trash', 'recycle bin'],
  params: {},
  pages: listed('/deleted_tickets'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#restore-a-previously-deleted-ticket */
export const restore_ticket = write('PUT /api/v2/deleted_tickets/{ticket_id}/restore', {
  description: 'Restore a deleted ticket',
  synonyms: ['undelete', 'bring back', 'recover', 'trash'],
  is: [],
  idempotent: true,
  params: { ticket_id },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#mark-ticket-as-spam-and-suspend-requester */
export const mark_as_spam = write('PUT /api/v2/tickets/{ticket_id}/mark_as_spam', {
  description: 'Mark a ticket as spam: it is deleted, and its requester suspended',
  synonyms: ['junk', 'block', 'suspend', 'requester'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { ticket_id },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/suspended_tickets/#list-suspended-tickets */
export const list_suspended_tickets = read('GET /api/v2/suspended_tickets', {
  description: 'List mails that were held back, mostly as spam, and are no tickets yet',
  synonyms: ['quarantine', 'blocked', 'suspended queue'],
  params: {},
  pages: listed('/suspended_tickets'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/suspended_tickets/#recover-suspended-ticket: the mails that a new ticket sends are sent */
export const recover_suspended_ticket = write('PUT /api/v2/suspended_tickets/{suspended_id}/recover', {
  description: 'Make a ticket of a mail that was held back',
  synonyms: ['release', 'not spam', 'quarantine', 'suspended'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  params: { suspended_id: integer('Id of the suspended ticket') },
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/job_statuses/#show-job-status */
export const get_job = read('GET /api/v2/job_statuses/{job_id}', {
  description: 'Get how far a job is, e.g. of a merge or of changes to many tickets',
  synonyms: ['job status', 'progress', 'done'],
  params: { job_id: text(100, 'Id of the job') },
  result: aJob,
})
