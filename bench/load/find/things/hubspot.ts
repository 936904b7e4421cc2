import type { VendorThing } from './thing.ts'

/**
 * Thirty things that users of HubSpot do, by its guides (https://developers.hubspot.com/docs/guides/crm/using-object-apis and the guides beside it), each with the actions that do it. Written before the
 * actions were, and never changed to suit the index.
 */
export const hubspotThings: readonly VendorThing[] = [
  ['find the hubspot contact with this email address', 'search', 'get'],
  ['list all hubspot companies', 'list'],
  ['show the details of a hubspot deal', 'get'],
  ['add a new contact to hubspot', 'create'],
  ['change a property of a hubspot company', 'update'],
  ['move a hubspot deal to another stage', 'update'],
  ['archive a hubspot contact', 'archive'],
  ['merge two duplicate hubspot contacts', 'merge'],
  ['link a hubspot deal to a company', 'associate'],
  ['which contacts belong to this hubspot company', 'list_associated'],
  ['remove the association between a hubspot contact and a company', 'remove_association'],
  ['import many hubspot contacts at once', 'batch_create', 'batch_upsert'],
  ['update many hubspot deals in one go', 'batch_update'],
  ['create or update hubspot contacts by email', 'batch_upsert'],
  ['who are the hubspot owners', 'list_owners'],
  ['which pipelines and stages do we have in hubspot', 'list_pipelines'],
  ['add a stage to a hubspot pipeline', 'create_pipeline_stage'],
  ['which properties do hubspot contacts have', 'list_properties'],
  ['create a custom property in hubspot', 'create_property'],
  ['add a note to a hubspot contact', 'create_note'],
  ['create a follow-up task in hubspot', 'create_task'],
  ['mark a hubspot task as done', 'update_task'],
  ['log a phone call in hubspot', 'log_call'],
  ['log a meeting in hubspot', 'log_meeting'],
  ['log an email on a hubspot deal', 'log_email'],
  ['who is in this hubspot list', 'list_members'],
  ['add contacts to a hubspot list', 'add_to_list'],
  ['upload a file to hubspot', 'upload_file'],
  ['see who filled in a hubspot form', 'list_form_submissions'],
  ['unsubscribe a contact from hubspot marketing emails', 'unsubscribe'],
]
