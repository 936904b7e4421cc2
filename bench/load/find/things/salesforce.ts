import type { VendorThing } from './thing.ts'

/**
 * Thirty things that users of Salesforce do, by its guides (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest and the guides of the Bulk and Analytics APIs), each with the actions that do it. Written before the
 * actions were, and never changed to suit the index.
 */
export const salesforceThings: readonly VendorThing[] = [
  ['run a soql query in salesforce', 'query'],
  ['find a salesforce contact by name', 'search', 'search_text'],
  ['search all of salesforce for a phone number', 'search_text', 'search'],
  ['show a salesforce opportunity', 'get_record'],
  ['get a salesforce account by its external id', 'get_record_by_external_id'],
  ['create a lead in salesforce', 'create_record'],
  ['change the stage of a salesforce opportunity', 'update_record'],
  ['close a salesforce case', 'update_record'],
  ['assign a salesforce lead to another owner', 'update_record'],
  ['upsert a salesforce account by external id', 'upsert_record'],
  ['delete a salesforce record', 'delete_record'],
  ['create many salesforce contacts at once', 'create_records'],
  ['update several salesforce records in one call', 'update_records'],
  ['delete a batch of salesforce records', 'delete_records'],
  ['which fields does the salesforce opportunity object have', 'describe_object'],
  ['which objects exist in our salesforce org', 'list_objects'],
  ['contacts of a salesforce account', 'list_related_records', 'query'],
  ['records deleted in salesforce since yesterday', 'list_deleted_records'],
  ['records changed in salesforce this week', 'list_updated_records'],
  ['my recently viewed salesforce records', 'list_recent_records'],
  ['export all salesforce accounts in bulk', 'create_query_job'],
  ['download the results of a salesforce bulk query', 'get_query_job_results'],
  ['load a csv file of leads into salesforce', 'create_ingest_job', 'upload_ingest_data'],
  ['attach a file to a salesforce opportunity', 'upload_file'],
  ['download a file from salesforce', 'download_file'],
  ['files of a salesforce case', 'list_files'],
  ['run a salesforce report', 'run_report'],
  ['send several dependent salesforce requests in one', 'composite'],
  ['submit a salesforce quote for approval', 'submit_for_approval'],
  ['how many salesforce api calls are left today', 'get_limits'],
]
