const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object = { type: 'object' }) => ({ 200: { description: 'Fine', ...json(schema) } })
const text = { type: 'string' }
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })

/** OpenAPI 2.0, with a key in a header and a base path. */
export const library = {
  swagger: '2.0',
  info: { title: 'Library', version: '1' },
  host: 'library.example.com',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  security: [{ key: [] }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        summary: 'List books',
        tags: ['books'],
        parameters: [
          { name: 'subjects', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
          { name: 'year', in: 'query', type: 'integer', minimum: 1450 },
        ],
        responses: { 200: { description: 'Fine', schema: { type: 'array', items: { $ref: '#/definitions/Book' } } } },
      },
      post: {
        operationId: 'addBook',
        summary: 'Add a book',
        tags: ['books'],
        parameters: [{ name: 'book', in: 'body', required: true, schema: { $ref: '#/definitions/Book' } }],
        responses: { 200: { description: 'Fine', schema: { $ref: '#/definitions/Book' } } },
      },
    },
    '/books/{isbn}/borrow': {
      post: {
        operationId: 'borrowBook',
        summary: 'Borrow a book',
        tags: ['loans'],
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { name: 'isbn', in: 'path', required: true, type: 'string' },
          { name: 'days', in: 'formData', required: true, type: 'integer', maximum: 30 },
          { name: 'note', in: 'formData', type: 'string' },
        ],
        responses: { 200: { description: 'Fine', schema: { type: 'object' } } },
      },
    },
  },
  definitions: {
    Book: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', maxLength: 40 },
        id: { type: 'integer', readOnly: true },
        sequel: { $ref: '#/definitions/Book' },
      },
    },
  },
}

/** OpenAPI 3.0, with OAuth, paging by a cursor, a body in an envelope and a search by POST. */
export const tasks = {
  openapi: '3.0.3',
  info: { title: 'Tasks', version: '1' },
  servers: [{ url: 'https://tasks.example.com/api' }],
  security: [{ login: [] }],
  paths: {
    '/tasks': {
      get: {
        operationId: 'getTasks',
        summary: 'List tasks',
        tags: ['tasks'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 2 } },
          { name: 'offset', in: 'query', schema: text },
          { name: 'fields', in: 'query', explode: false, schema: { type: 'array', items: text } },
        ],
        responses: ok(),
      },
      post: {
        operationId: 'createTask',
        summary: 'Create a task',
        tags: ['tasks'],
        requestBody: json({
          type: 'object',
          required: ['data'],
          properties: { data: { $ref: '#/components/schemas/Task' } },
        }),
        responses: ok(),
      },
    },
    '/tasks/search': {
      post: {
        operationId: 'searchTasks',
        summary: 'Search tasks',
        tags: ['search'],
        parameters: [{ name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }],
        requestBody: json({ oneOf: [{ type: 'array', items: text }, { $ref: '#/components/schemas/Task' }] }),
        responses: ok(),
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://tasks.example.com/authorize',
            tokenUrl: 'https://tasks.example.com/token',
            scopes: {},
          },
        },
      },
    },
    schemas: {
      Task: {
        type: 'object',
        required: ['name'],
        properties: {
          name: text,
          due: { type: 'string', nullable: true },
          parent: { $ref: '#/components/schemas/Task' },
        },
      },
    },
  },
}

/** OpenAPI 3.1, with files both ways, and a host of its own for uploads. */
export const files = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  servers: [{ url: 'https://files.example.com' }],
  security: [{ key: [] }],
  paths: {
    '/files': {
      post: {
        operationId: 'uploadFile',
        summary: 'Upload a file',
        tags: ['files'],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, folder: text },
              },
            },
          },
        },
        responses: ok(),
      },
    },
    '/files/{name}/content': {
      parameters: [inPath('name')],
      get: {
        operationId: 'downloadFile',
        summary: 'Download a file',
        tags: ['files'],
        responses: {
          200: {
            description: 'Fine',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' }, example: 'PNG' } },
          },
        },
      },
      put: {
        operationId: 'replaceContent',
        summary: 'Replace the content of a file',
        tags: ['files'],
        requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
        responses: ok(),
      },
    },
    '/status': {
      get: { operationId: 'getStatus', summary: 'Get the status', tags: ['files'], security: [], responses: ok() },
    },
    '/files/{name}/note': {
      parameters: [inPath('name')],
      put: {
        operationId: 'writeNote',
        summary: 'Write a note',
        tags: ['notes'],
        requestBody: { required: true, content: { 'text/plain': { schema: text } } },
        responses: ok(),
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
}
