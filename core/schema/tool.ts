import type { TSchema } from 'typebox'
import type { AnyAction, AnyProvider } from '../provider/index.ts'
import { annotationsOf } from './annotations.ts'
import { idPattern, resultFields } from './body.ts'
import type { ToolDefinition } from './domain.ts'
import { toolSchema } from './tool-schema.ts'
import { type Schema, widen } from './widen.ts'

/**
 * A provider as one MCP tool. Its `inputSchema` is one flat object, because clients accept no union at the top level. The
 * description of each parameter names the actions that use it, and only `action` is required. The schema admits every body that
 * REST admits; the exact parameters of an action are checked when it is called.
 */
export const toolDefinition = (provider: AnyProvider): ToolDefinition => {
  const actions = Object.entries(provider.actions)
  return {
    name: provider.id,
    title: provider.title,
    description: [`${provider.title}. Choose an action and give its parameters:`, ...actions.map(line)].join('\n'),
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: actions.map(([name]) => name), description: 'What to do' },
        account_id: { type: 'string', pattern: idPattern, description: 'Which account, if there are several' },
        result_fields: toolSchema(resultFields),
        ...parameters(actions),
      },
      required: ['action'],
      additionalProperties: false,
    },
    annotations: annotationsOf(actions.map(([, action]) => action)),
  }
}

const required = (action: AnyAction): string[] =>
  Object.entries(action.params as Record<string, TSchema>)
    .filter(([, schema]) => !('~optional' in schema))
    .map(([name]) => name)

const line = ([name, action]: [string, AnyAction]): string => {
  const needs = required(action)
  return `- ${name}: ${action.description.trim().replace(/\.$/, '')}.${needs.length > 0 ? ` Required: ${needs.join(', ')}.` : ''}`
}

const parameters = (actions: readonly [string, AnyAction][]): Record<string, Schema> => {
  const uses = actions.flatMap(([action, { params }]) =>
    Object.entries(params as Record<string, TSchema>).map(([name, schema]) => ({
      action,
      name,
      schema: toolSchema(schema),
    })),
  )
  const byName = Map.groupBy(uses, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, uses]) => [name, parameter(uses)]))
}

interface Use {
  readonly action: string
  readonly schema: Schema
}

/** The parameter of all actions that use it, described like `(search, list) How many (get) ...`. */
const parameter = (uses: readonly Use[]): Schema => {
  const byText = Map.groupBy(uses, ({ schema }) => String(schema.description ?? ''))
  const texts = [...byText].map(([text, uses]) => `(${uses.map(({ action }) => action).join(', ')}) ${text}`.trim())
  const { description: _, ...schema } = uses.map((use) => use.schema).reduce(widen)
  return { ...schema, description: texts.join(' ') }
}
