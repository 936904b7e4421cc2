import { choice, file, integer, optional, read, Type, text, write } from '@patchbay/core/provider'
import { anyId, name, object_type, rows } from './parameters.ts'

const job_id = anyId('Id of the job')
const aJob = Type.Object({ id: Type.String(), state: Type.String() })

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/query_create_job.htm */
export const create_query_job = write('POST /services/data/v62.0/jobs/query', {
  description: 'Begin to export many records to CSV by a query in SOQL; get_query_job says when they are there',
  synonyms: ['bulk export', 'export all', 'accounts', 'contacts', 'csv file', 'extract', 'dump', 'backup'],
  is: [],
  additive: true,
  params: {
    soql: text(100_000, 'e.g. SELECT Id, Name FROM Account'),
    operation: choice(['query', 'queryAll'], 'queryAll: deleted and archived records, too'),
  },
  rename: { soql: 'query' },
  result: aJob,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/query_get_one_job.htm */
export const get_query_job = read('GET /services/data/v62.0/jobs/query/{job_id}', {
  description: 'Get how far a bulk query is: UploadComplete, InProgress, JobComplete, Failed, Aborted',
  synonyms: ['bulk export', 'status', 'progress', 'done'],
  params: { job_id },
  result: aJob,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/query_get_job_results.htm: the next part is named by the header Sforce-Locator */
export const get_query_job_results = read('GET /services/data/v62.0/jobs/query/{job_id}/results', {
  description: 'Get the results of a bulk query in CSV, part by part',
  synonyms: ['download', 'bulk export', 'csv', 'rows'],
  params: {
    job_id,
    ...optional({
      most_records: integer('How many rows at most', { max: 1_000_000 }),
      locator: text(500, 'For the next part: `locator` of the previous answer'),
    }),
  },
  rename: { most_records: 'maxRecords' },
  answer: 'text',
  shape: (csv, { headers }) => {
    const locator = headers.get('Sforce-Locator')
    return {
      csv,
      records: Number(headers.get('Sforce-NumberOfRecords') ?? 0),
      locator: locator === 'null' ? null : locator,
    }
  },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/query_abort_job.htm */
export const abort_query_job = write('PATCH /services/data/v62.0/jobs/query/{job_id}', {
  description: 'Abort a bulk query',
  synonyms: ['cancel', 'stop', 'bulk export'],
  is: [],
  idempotent: true,
  params: { job_id },
  request: () => ({ body: { state: 'Aborted' } }),
  result: aJob,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/query_get_all_jobs.htm */
export const list_query_jobs = read('GET /services/data/v62.0/jobs/query', {
  description: 'List the bulk queries',
  synonyms: ['bulk exports', 'jobs'],
  params: {},
  pages: rows,
})

const anyEffect = ['sends', 'pays', 'shares', 'publishes', 'deletes', 'grants'] as const

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/create_job.htm: nothing is done before close_ingest_job */
export const create_ingest_job = write('POST /services/data/v62.0/jobs/ingest', {
  description: 'Begin to load many records from CSV; then upload_ingest_data and close_ingest_job',
  synonyms: ['bulk import', 'csv file', 'load csv', 'data loader', 'mass insert', 'leads'],
  is: anyEffect,
  roles: { derives: ['recipient'] },
  additive: true,
  params: {
    object_type,
    load_operation: choice(['insert', 'update', 'upsert', 'delete', 'hardDelete'], 'What is done with the rows'),
    ...optional({
      external_field: name('Of upsert: the field that holds the external id'),
      line_ending: choice(['LF', 'CRLF'], 'How lines end in the CSV; default: LF'),
      column_delimiter: choice(
        ['COMMA', 'SEMICOLON', 'TAB', 'PIPE', 'CARET', 'BACKQUOTE'],
        'What is between columns; default: COMMA',
      ),
    }),
  },
  rename: {
    object_type: 'object',
    load_operation: 'operation',
    external_field: 'externalIdFieldName',
    line_ending: 'lineEnding',
    column_delimiter: 'columnDelimiter',
  },
  request: () => ({ body: { contentType: 'CSV' } }),
  result: aJob,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/upload_job_data.htm: 150 MB in base64, so 100 MB */
export const upload_ingest_data = write('PUT /services/data/v62.0/jobs/ingest/{job_id}/batches', {
  description: 'Give a bulk load its CSV, once',
  synonyms: ['bulk import', 'csv file', 'load rows', 'leads'],
  is: [],
  encoding: 'bytes',
  params: { job_id, csv: file(100_000_000, 'The CSV, with media_type text/csv; the first line names the fields') },
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/close_job.htm */
export const close_ingest_job = write('PATCH /services/data/v62.0/jobs/ingest/{job_id}', {
  description: 'Let a bulk load begin, or abort it',
  synonyms: ['bulk import', 'start', 'upload complete', 'cancel'],
  is: anyEffect,
  roles: { derives: ['recipient'] },
  idempotent: true,
  params: { job_id, job_state: choice(['UploadComplete', 'Aborted'], 'UploadComplete: begin; Aborted: give up') },
  rename: { job_state: 'state' },
  result: aJob,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/get_job_info.htm */
export const get_ingest_job = read('GET /services/data/v62.0/jobs/ingest/{job_id}', {
  description: 'Get how far a bulk load is, and how many records failed',
  synonyms: ['bulk import', 'status', 'progress'],
  params: { job_id },
  result: aJob,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/get_job_failed_results.htm, https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/get_job_successful_results.htm and https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/get_job_unprocessed_results.htm */
export const get_ingest_results = read('GET /services/data/v62.0/jobs/ingest/{job_id}/{results}', {
  description: 'Get which records of a bulk load failed, succeeded or were left, in CSV',
  synonyms: ['bulk import', 'errors', 'failed rows'],
  params: {
    job_id,
    results: choice(['failedResults', 'successfulResults', 'unprocessedrecords'], 'Which records'),
  },
  answer: 'text',
})
