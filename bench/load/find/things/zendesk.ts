import type { VendorThing } from './thing.ts'

/**
 * Thirty things that users of Zendesk do, by its guides (https://developer.zendesk.com/documentation/ticketing and the guides for agents), each with the actions that do it. Written before the
 * actions were, and never changed to suit the index.
 */
export const zendeskThings: readonly VendorThing[] = [
  ['open zendesk tickets', 'search', 'list_tickets'],
  ['read a zendesk ticket', 'get_ticket'],
  ['conversation of a zendesk ticket', 'list_comments'],
  ['create a zendesk ticket for a customer', 'create_ticket'],
  ['reply to the customer in zendesk', 'add_comment'],
  ['leave an internal note on a zendesk ticket', 'add_comment'],
  ['assign a zendesk ticket to an agent', 'update_ticket'],
  ['solve a zendesk ticket', 'update_ticket'],
  ['merge two zendesk tickets', 'merge_tickets'],
  ['update many zendesk tickets at once', 'update_tickets'],
  ['add a tag to a zendesk ticket', 'add_ticket_tags'],
  ['delete a zendesk ticket', 'delete_ticket'],
  ['restore a deleted zendesk ticket', 'restore_ticket'],
  ['mark a zendesk ticket as spam', 'mark_as_spam'],
  ['attach a file to a zendesk ticket', 'upload_attachment'],
  ['which macros do we have in zendesk', 'list_macros'],
  ['apply a macro to a zendesk ticket', 'preview_macro'],
  ['tickets in a zendesk view', 'list_view_tickets'],
  ['which views are there in zendesk', 'list_views'],
  ['find a zendesk user by email', 'search_users'],
  ['create a zendesk user', 'create_user', 'upsert_user'],
  ['change the role of a zendesk user', 'update_user'],
  ['tickets requested by a zendesk user', 'list_user_tickets'],
  ['delete a zendesk user', 'delete_user'],
  ['create an organization in zendesk', 'create_organization'],
  ['who belongs to this zendesk organization', 'list_organization_users'],
  ['which custom ticket fields are there in zendesk', 'list_ticket_fields'],
  ['who changed this zendesk ticket', 'list_ticket_audits'],
  ['satisfaction ratings in zendesk', 'list_satisfaction_ratings'],
  ['search zendesk help center articles', 'search_articles'],
]
