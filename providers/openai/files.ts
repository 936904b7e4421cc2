import { choice, file, flag, integer, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, batch_id, file_id, metadata, order, thing } from './parameters.ts'

/** https://platform.openai.com/docs/api-reference/files/list */
export const list_files = read('GET /v1/files', {
  description: 'List the files that were uploaded or made by batches',
  synonyms: ['uploads', 'documents'],
  params: optional({ of_purpose: text(50, 'Only files of this purpose, e.g. batch'), order }),
  rename: { of_purpose: 'purpose' },
  ...aList(10_000),
})

/** https://platform.openai.com/docs/api-reference/files/retrieve */
export const get_file = read('GET /v1/files/{file_id}', {
  description: "Get a file's name, size and purpose",
  synonyms: ['document', 'upload'],
  params: { file_id },
  result: thing,
})

/** https://platform.openai.com/docs/api-reference/files/create; OpenAI takes 512 MB, the gateway less. */
export const upload_file = write('POST /v1/files', {
  description: 'Upload a file, e.g. the requests of a batch (JSONL) or a document for responses',
  synonyms: ['send', 'document', 'attach'],
  is: [],
  encoding: 'multipart',
  additive: true,
  params: {
    file: file(512_000_000, 'The file'),
    purpose: choice(['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'], 'What it is for'),
  },
  result: thing,
})

/** https://platform.openai.com/docs/api-reference/files/retrieve-contents */
export const download_file = read('GET /v1/files/{file_id}/content', {
  description: "Download a file's contents, e.g. the results of a batch",
  synonyms: ['read', 'output'],
  params: { file_id },
  answer: 'bytes',
})

/** https://platform.openai.com/docs/api-reference/files/delete */
export const delete_file = write('DELETE /v1/files/{file_id}', {
  description: 'Delete a file',
  answers: Type.Object({ id: Type.String(), object: Type.String(), deleted: Type.Boolean() }),
  synonyms: ['remove', 'document'],
  is: ['deletes'],
  idempotent: true,
  params: { file_id },
})

/** https://platform.openai.com/docs/api-reference/vector-stores/list */
export const list_vector_stores = read('GET /v1/vector_stores', {
  description: 'List vector stores: sets of files that can be searched by meaning',
  synonyms: ['knowledge base', 'rag', 'index'],
  params: optional({ order }),
  ...aList(100),
})

/** https://platform.openai.com/docs/api-reference/vector-stores/search */
export const search_vector_store = read('POST /v1/vector_stores/{vector_store_id}/search', {
  description: 'Search the files of a vector store by meaning; returns passages with scores',
  synonyms: ['knowledge base', 'rag', 'semantic search', 'retrieval'],
  params: {
    vector_store_id: text(200, 'Id of the vector store, e.g. vs_abc123'),
    query: text(4000, 'Search text'),
    ...optional({
      max_num_results: integer('Number of passages; default: 10', { max: 50 }),
      rewrite_query: flag('Whether OpenAI may rephrase the query'),
    }),
  },
  result: Type.Object({ data: Type.Array(Type.Object({ file_id: Type.String(), score: Type.Number() })) }),
})

/** https://platform.openai.com/docs/api-reference/batch/create */
export const create_batch = write('POST /v1/batches', {
  description: 'Run the requests of an uploaded file within a day, at a lower price',
  synonyms: ['bulk', 'job', 'many prompts'],
  is: ['runs'],
  additive: true,
  params: {
    input_file_id: text(200, 'Id of the uploaded file with the requests (JSONL, purpose batch)'),
    endpoint: choice(
      ['/v1/responses', '/v1/chat/completions', '/v1/embeddings', '/v1/moderations', '/v1/images/generations'],
      'Where the requests go',
    ),
    metadata: optional(metadata),
  },
  request: () => ({ body: { completion_window: '24h' } }),
  result: thing,
})

/** https://platform.openai.com/docs/api-reference/batch/list */
export const list_batches = read('GET /v1/batches', {
  description: 'List batches, the newest first',
  synonyms: ['jobs', 'bulk'],
  params: {},
  ...aList(100),
})

/** https://platform.openai.com/docs/api-reference/batch/retrieve */
export const get_batch = read('GET /v1/batches/{batch_id}', {
  description: 'Get a batch: its status, and the ids of the files with results and errors',
  synonyms: ['job', 'progress'],
  params: { batch_id },
  result: thing,
})

/** https://platform.openai.com/docs/api-reference/batch/cancel */
export const cancel_batch = write('POST /v1/batches/{batch_id}/cancel', {
  description: 'Cancel a batch; finished requests stay',
  synonyms: ['stop', 'job'],
  is: [],
  idempotent: true,
  params: { batch_id },
  result: thing,
})
