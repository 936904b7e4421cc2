/** Rules of model vendors for tools, each with its page. */
import { eachPlace, isSchema, keywordsOf, namesOf, type Rule, type Tool } from './schema-places.ts'

const named = (tool: Tool, pattern: RegExp): string[] => (pattern.test(tool.name) ? [] : [tool.name])
const atRoot = (tool: Tool, words: readonly string[]): string[] => words.filter((word) => word in tool.inputSchema)
const claudeTools = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use'
const claudeSchemas = 'https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes'
const openaiFunctions = 'https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools'
const openaiSchemas = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas'
const geminiFunctions = 'https://ai.google.dev/api/caching#FunctionDeclaration'
const geminiSchema = 'https://ai.google.dev/api/caching#Schema'
const mcpTools = 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools'

/** The fields of Gemini's Schema; `additionalProperties` is of its `parametersJsonSchema`. */
const geminiKeywords = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'default',
  'example',
  'anyOf',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'propertyOrdering',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'additionalProperties',
])

export const rules: readonly Rule[] = [
  {
    vendor: 'MCP',
    says: 'names have 1 to 128 letters, digits, underscores, hyphens and dots',
    page: mcpTools,
    faults: (tool) => named(tool, /^[A-Za-z0-9_.-]{1,128}$/),
  },
  {
    vendor: 'MCP',
    says: 'inputSchema is of type object',
    page: mcpTools,
    faults: (tool) => (tool.inputSchema.type === 'object' ? [] : [tool.name]),
  },
  {
    vendor: 'Claude',
    says: 'names match ^[a-zA-Z0-9_-]{1,64}$',
    page: claudeTools,
    faults: (tool) => named(tool, /^[a-zA-Z0-9_-]{1,64}$/),
  },
  {
    vendor: 'Claude',
    says: 'no oneOf, anyOf or allOf at the top',
    page: claudeSchemas,
    faults: (tool) => atRoot(tool, ['oneOf', 'anyOf', 'allOf']),
  },
  {
    vendor: 'Claude',
    says: 'no $ref, anywhere',
    page: claudeSchemas,
    faults: (tool) =>
      eachPlace(tool, (place) => keywordsOf(place).some((word) => /^\$(ref|defs)$|^definitions$/.test(word))),
  },
  {
    vendor: 'Claude',
    says: 'property names have 1 to 64 letters, digits, underscores, dots and hyphens',
    page: claudeSchemas,
    faults: (tool) => eachPlace(tool, (place) => !namesOf(place).every((name) => /^[\w.-]{1,64}$/.test(name))),
  },
  {
    vendor: 'OpenAI',
    says: 'names have at most 64 letters, digits, underscores and dashes',
    page: openaiFunctions,
    faults: (tool) => named(tool, /^[a-zA-Z0-9_-]{1,64}$/),
  },
  {
    vendor: 'OpenAI',
    says: 'the root is an object, and no anyOf, oneOf, allOf, enum or not',
    page: openaiSchemas,
    faults: (tool) => atRoot(tool, ['anyOf', 'oneOf', 'allOf', 'enum', 'not']),
  },
  {
    vendor: 'OpenAI',
    says: 'every array says what its items are',
    page: openaiFunctions,
    faults: (tool) => eachPlace(tool, ({ schema }) => schema.type === 'array' && !isSchema(schema.items)),
  },
  {
    vendor: 'Gemini',
    says: 'names begin with a letter or underscore and have at most 64 letters, digits, underscores, dots and dashes',
    page: geminiFunctions,
    faults: (tool) => named(tool, /^[A-Za-z_][\w.-]{0,63}$/),
  },
  {
    vendor: 'Gemini',
    says: 'parameter names begin with a letter or underscore and have at most 64 letters, digits and underscores',
    page: geminiFunctions,
    faults: (tool) => eachPlace(tool, (place) => !namesOf(place).every((name) => /^[A-Za-z_]\w{0,63}$/.test(name))),
  },
  {
    vendor: 'Gemini',
    says: 'schemas are of a subset of OpenAPI 3.0',
    page: geminiSchema,
    faults: (tool) => eachPlace(tool, (place) => !keywordsOf(place).every((word) => geminiKeywords.has(word))),
  },
  {
    vendor: 'Gemini',
    says: 'a schema has one type, not several',
    page: geminiSchema,
    faults: (tool) =>
      eachPlace(tool, ({ schema }) => !('anyOf' in schema) && 'type' in schema && typeof schema.type !== 'string'),
  },
  {
    vendor: 'Gemini',
    says: 'enum is for strings',
    page: geminiSchema,
    faults: (tool) =>
      eachPlace(
        tool,
        ({ schema }) => Array.isArray(schema.enum) && !schema.enum.every((one) => typeof one === 'string'),
      ),
  },
  {
    vendor: 'Gemini',
    says: 'every array says what its items are',
    page: geminiSchema,
    faults: (tool) => eachPlace(tool, ({ schema }) => schema.type === 'array' && !isSchema(schema.items)),
  },
]
