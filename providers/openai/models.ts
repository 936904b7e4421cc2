import { choice, flag, integer, list, object, optional, read, record, Type, text, write } from '@patchbay/core/provider'
import { metadata, model, response_id, thing } from './parameters.ts'

/** https://platform.openai.com/docs/api-reference/models/list */
export const list_models = read('GET /v1/models', {
  description: 'List the models that the key may use',
  synonyms: ['gpt', 'available', 'engines'],
  ttl: '5m',
  params: {},
  result: Type.Object({ data: Type.Array(thing) }),
})

/**
 * https://platform.openai.com/docs/api-reference/responses/create. Not idempotent: each one is billed. A call of the gateway
 * ends after its own timeout, so what takes longer is asked for with `background`.
 */
export const create_response = write('POST /v1/responses', {
  description: 'Ask a model; with background: true, fetch the answer later with get_response',
  synonyms: ['chat', 'prompt', 'completion', 'gpt', 'generate text', 'summarize', 'ask'],
  is: ['runs'],
  roles: { text: ['/input', '/instructions'] },
  additive: true,
  params: {
    model,
    input: text(500_000, 'The prompt'),
    ...optional({
      instructions: text(100_000, 'System instructions: the role and rules of the model'),
      previous_response_id: text(200, 'Id of the response to continue from'),
      max_output_tokens: integer('How many tokens the answer may have, thinking included', { min: 16 }),
      temperature: Type.Number({
        minimum: 0,
        maximum: 2,
        description: 'Higher is more random; some models do not support it',
      }),
      reasoning_effort: choice(
        ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
        'Reasoning effort; supported values depend on the model',
      ),
      json_schema: object(
        {
          name: text(64, 'Name of the format: letters, digits, - and _'),
          schema: record(Type.Unknown(), { max: 100, description: 'A JSON Schema' }),
        },
        'The answer must be JSON that matches this schema',
      ),
      web_search: flag('Whether the model may search the web'),
      store: flag('Whether OpenAI stores the response; default: true'),
      background: flag('Whether to answer at once, and run the model in the background'),
      metadata,
    }),
  },
  rename: { reasoning_effort: '/reasoning/effort' },
  request: ({ json_schema, web_search }) => ({
    body: {
      json_schema: undefined,
      web_search: undefined,
      text: json_schema && { format: { type: 'json_schema', strict: true, ...json_schema } },
      tools: web_search ? [{ type: 'web_search' }] : undefined,
    },
  }),
  result: thing,
})

/** https://platform.openai.com/docs/api-reference/responses/get */
export const get_response = read('GET /v1/responses/{response_id}', {
  description: 'Get a response that was stored or is made in the background, with its status',
  synonyms: ['answer', 'result', 'completion'],
  params: { response_id },
  result: thing,
})

/** https://platform.openai.com/docs/api-reference/responses/delete */
export const delete_response = write('DELETE /v1/responses/{response_id}', {
  description: 'Delete a stored response',
  answers: Type.Object({ id: Type.String(), object: Type.String(), deleted: Type.Boolean() }),
  synonyms: ['remove', 'forget'],
  is: ['deletes'],
  idempotent: true,
  params: { response_id },
})

/** https://platform.openai.com/docs/api-reference/embeddings/create; it changes nothing, so it is a read. */
export const create_embeddings = read('POST /v1/embeddings', {
  description: 'Turn texts into vectors, for search and comparison',
  synonyms: ['vectorize', 'similarity', 'semantic'],
  params: {
    model,
    texts: list(text(32_000, 'A text'), { min: 1, max: 100, description: 'The texts' }),
    dimensions: optional(integer('Length of the vectors; text-embedding-3 and later take it')),
  },
  rename: { texts: 'input' },
  result: Type.Object({ data: Type.Array(Type.Object({ embedding: Type.Array(Type.Number()) })) }),
})

/** https://platform.openai.com/docs/api-reference/moderations/create; it changes nothing, so it is a read. */
export const moderate = read('POST /v1/moderations', {
  description: 'Judge whether a text is harmful: by category, with scores',
  synonyms: ['safety', 'abuse', 'content filter'],
  params: { content: text(100_000, 'The text to judge') },
  rename: { content: 'input' },
  result: Type.Object({ results: Type.Array(Type.Object({ flagged: Type.Boolean() })) }),
})

/** https://platform.openai.com/docs/api-reference/images/create */
export const generate_image = write('POST /v1/images/generations', {
  description: 'Make an image from a description; it is returned in base64',
  base64: ['/data/*/b64_json'],
  synonyms: ['picture', 'draw', 'illustration', 'dall-e'],
  is: [],
  roles: { text: ['/prompt'] },
  additive: true,
  params: {
    prompt: text(32_000, 'Description of the image'),
    model,
    ...optional({
      size: choice(['1024x1024', '1536x1024', '1024x1536', 'auto'], 'Width and height'),
      quality: choice(['low', 'medium', 'high', 'auto'], 'Low is quicker and smaller'),
      output_format: choice(['png', 'jpeg', 'webp'], 'png if left out'),
      image_background: choice(['transparent', 'opaque', 'auto'], 'The background'),
    }),
  },
  rename: { image_background: 'background' },
  result: Type.Object({ created: Type.Integer() }),
})
