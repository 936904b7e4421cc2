import type { TSchema } from 'typebox'
import { type ActionKind, type AnyAction, actionKind } from '../../provider/index.ts'
import { answersBytes, asFile, dryRun, fresh, idPattern, repetitionParameters, resultFields } from '../body.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { findTypeClash, widenSchema } from '../json-schema/widen-schema.ts'
import type { ToolContent } from '../tool-definition.ts'
import { buildAnnotations } from './annotations.ts'
import { largestDescription } from './limits.ts'
import { toolSchema } from './schema.ts'

type Named = readonly [name: string, action: AnyAction]

/**
 * Several actions of a provider as one MCP tool. Its `inputSchema` is one flat object, because clients accept no union at the top
 * level. The description of each parameter names the actions that use it, and only `action` is required. The schema admits every
 * body that REST admits; the exact parameters of an action are checked when it is called.
 */
export const toolContent = (title: string, actions: readonly Named[], mostText = largestDescription): ToolContent => ({
  description: describeTool(title, actions, mostText),
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: actions.map(([name]) => name), description: 'What to do' },
      account_id: { type: 'string', pattern: idPattern, description: 'Which account, if there are several' },
      result_fields: toolSchema(resultFields),
      dry_run: toolSchema(dryRun),
      ...(actions.some(([, action]) => answersBytes(action)) && { as_file: toolSchema(asFile) }),
      ...headerProperties(
        kindsOf(actions),
        actions.some(([, action]) => isCached(action)),
      ),
      ...parameters(actions),
    },
    required: ['action'],
    additionalProperties: false,
  },
  annotations: buildAnnotations(actions.map(([, action]) => action)),
})

const repetitionSchemas: Record<string, JsonSchema> = {
  idempotency_key: toolSchema(repetitionParameters.idempotency_key),
  repeat: toolSchema(repetitionParameters.repeat),
}

const freshSchemas: Record<string, JsonSchema> = { fresh: toolSchema(fresh) }

export const isCached = ({ effect }: AnyAction): boolean => effect.kind === 'read' && effect.ttlMs > 0

/** The properties of tools beside the parameters of their actions: REST has them in headers. */
export const headerProperties = (kinds: Iterable<ActionKind>, mayBeCached: boolean): Record<string, JsonSchema> => ({
  ...([...kinds].some((kind) => kind.endsWith('write')) && repetitionSchemas),
  ...(mayBeCached && freshSchemas),
})

const kindsOf = (actions: readonly Named[]): ActionKind[] => actions.map(([, { effect }]) => actionKind(effect))

const isRequired = (schema: TSchema): boolean => !('~optional' in schema)

/** The names of the parameters that an action can't do without. */
export const requiredParameters = ({ params }: AnyAction): string[] =>
  Object.entries(params as Record<string, TSchema>)
    .filter(([, schema]) => isRequired(schema))
    .map(([name]) => name)

const needs = (action: AnyAction): string => {
  const names = requiredParameters(action)
  return names.length > 0 ? ` Required: ${names.join(', ')}.` : ''
}

/** A description as a sentence with its full stop. */
export const endSentence = (description: string): string => `${description.trim().replace(/\.$/, '')}.`

const firstClause = ({ description }: AnyAction): string => endSentence(description.split(';', 1)[0] ?? '')

/**
 * The variants of an action's line, from the longest to the shortest. A parameter's description also names the actions that
 * require it.
 */
const lines: readonly ((named: Named) => string)[] = [
  ([name, action]) => `- ${name}: ${endSentence(action.description)}${needs(action)}`,
  ([name, action]) => `- ${name}: ${firstClause(action)}${needs(action)}`,
  ([name, action]) => `- ${name}: ${firstClause(action)}`,
]

/**
 * The longest description that clients accept. Codegen refuses a plugin whose shortest variant is too long.
 */
const describeTool = (title: string, actions: readonly Named[], most: number): string => {
  const texts = lines.map((line) =>
    [`${title}. Choose an action and give its parameters:`, ...actions.map(line)].join('\n'),
  )
  return texts.find(({ length }) => length <= most) ?? texts.at(-1) ?? ''
}

interface Use {
  readonly action: string
  readonly required: boolean
  readonly schema: JsonSchema
}

const parameters = (actions: readonly Named[]): Record<string, JsonSchema> => {
  const names = actions.map(([name]) => name)
  const uses = actions.flatMap(([action, { params }]) =>
    Object.entries(params as Record<string, TSchema>).map(([name, schema]) => ({
      action,
      name,
      required: isRequired(schema),
      schema: toolSchema(schema),
    })),
  )
  const byName = Map.groupBy(uses, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, uses]) => [name, parameter(uses, names)]))
}

/** The names of these actions, or `all but` the names of the other actions if that is shorter. */
const formatActionNames = (uses: readonly Use[], all: readonly string[]): string => {
  const used = uses.map(({ action }) => action)
  const others = all.filter((name) => !used.includes(name))
  if (others.length === 0) return 'all'
  const [named, allBut] = [used.join(', '), `all but ${others.join(', ')}`]
  return allBut.length < named.length ? allBut : named
}

/** Joins two uses of one parameter. Only documents have parameters of one name and two types; these are shown without a type. */
const join = (a: JsonSchema, b: JsonSchema): JsonSchema => (findTypeClash(a, b) ? {} : widenSchema(a, b))

/** The parameter of all actions that use it, described like `(required by search, list) How many (get) ...`. */
const parameter = (uses: readonly Use[], all: readonly string[]): JsonSchema => {
  const byText = Map.groupBy(uses, ({ schema, required }) => `${required}${schema.description ?? ''}`)
  const texts = [...byText.values()].map((same) => {
    const [{ required = false, schema = {} } = {}] = same
    return `(${required ? 'required by ' : ''}${formatActionNames(same, all)}) ${schema.description ?? ''}`.trim()
  })
  const { description: _, ...schema } = uses.map((use) => use.schema).reduce(join)
  return { ...schema, description: texts.join(' ') }
}
