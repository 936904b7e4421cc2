import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import {
  actionToolDefinition,
  declaredSource,
  estimateTokens,
  type JsonSchema,
  largestDeclaredSchema,
  largestDescription,
  largestTool,
  type Source,
  type ToolContent,
  toolContent,
} from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { uncheckedActions } from '../unchecked.ts'

const kib = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`

/** The names with the largest sizes, so that an author knows where shortening pays. */
const largest = (sizes: readonly (readonly [string, number])[]): string =>
  sizes
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, size]) => `${name} (${size})`)
    .join(', ')

const listProperties = ({ inputSchema }: ToolContent): [string, JsonSchema][] =>
  Object.entries(inputSchema.properties as Readonly<Record<string, JsonSchema>>)

/** The parts of a tool that clients would truncate or reject, and what to shorten. */
const sizeFaults = (what: string, tool: ToolContent): string[] => {
  const properties = listProperties(tool)
  const bytes = Buffer.byteLength(JSON.stringify(tool.inputSchema))
  const texts = properties.map(([name, { description }]) => [name, String(description ?? '').length] as const)
  const sizes = properties.map(([name, schema]) => [name, Buffer.byteLength(JSON.stringify(schema))] as const)
  return [
    ...texts
      .filter(([, length]) => length > largestDescription)
      .map(
        ([name, length]) =>
          `the parameter \`${name}\` of ${what} is described in ${length} characters, and clients cut at ${largestDescription}: shorten its descriptions`,
      ),
    ...(bytes > largestDeclaredSchema
      ? [
          `the schema of ${what} has ${kib(bytes)}, and at most ${kib(largestDeclaredSchema)} are allowed: shorten its largest parameters, ${largest(sizes)} bytes`,
        ]
      : []),
  ]
}

/** The size faults of a provider's tools: the one that lists all its actions, and one for each action. */
export const toolSizes = (provider: AnyProvider): { ofProvider: Fault[]; ofActions: ReadonlyMap<string, Fault[]> } => {
  const ofActions = new Map(
    Object.entries(provider.actions).map(([name, action]) => [name, actionFaults(provider, name, action)]),
  )
  // A fault of one action is also a fault of the tool that lists all actions.
  const hasFaults = [...ofActions.values()].some((faults) => faults.length > 0)
  return {
    ofProvider: hasFaults ? [] : faultsAt([provider.listed ? 'listed' : 'actions'], providerFaults(provider)),
    ofActions,
  }
}

/**
 * The faults of a tool that lists some of its domain's actions. Such a tool shortens the descriptions of parameters until they fit, but
 * required parameters are never left out, so it can still be too large.
 */
export const summaryFaults = ({ listed = [], ...source }: Source): string[] => {
  const tool = source.tool(source.names())
  const tokens = estimateTokens(tool)
  return tokens <= largestTool && tool.description.length <= largestDescription
    ? []
    : [
        `the tool that lists ${listed.length} actions takes ${tokens} tokens even with their required parameters alone, and ${largestTool} are allowed: list fewer, \`fill\` parameters, or shorten descriptions`,
      ]
}

const providerFaults = (provider: AnyProvider): string[] => {
  const { title, actions, listed } = provider
  if (listed) {
    const unknown = listed.filter((name) => !Object.hasOwn(actions, name))
    if (unknown.length > 0) return [`\`listed\` names ${unknown.join(', ')}, which \`actions\` doesn't have`]
    return summaryFaults(declaredSource(provider, uncheckedActions(actions)))
  }
  const what = 'the tool of all actions'
  const tool = toolContent(title, Object.entries(actions))
  const { length } = tool.description
  const firstClauses = Object.entries(actions).map(
    ([name, { description }]) => [name, description.split(';', 1)[0]?.length ?? 0] as const,
  )
  const tooLong = `${what} is described in ${length} characters even with the first clause of each action alone, and clients cut at ${largestDescription}: shorten the descriptions up to their first semicolon, e.g. ${largest(firstClauses)}`
  return [...(length > largestDescription ? [tooLong] : []), ...sizeFaults(what, tool)]
}

const actionFaults = (provider: AnyProvider, name: string, action: AnyAction): Fault[] => {
  const tool = actionToolDefinition(provider, name, action)
  const { length } = tool.description
  const message = `the action is described in ${length} characters, and clients cut at ${largestDescription}: shorten \`description\``
  return [
    ...faultsAt(['description'], length > largestDescription ? [message] : []),
    ...faultsAt(['params'], sizeFaults('the action', tool)),
  ]
}
