import { type ToolDefinition, toolSchema } from '@patchbay/core/schema'
import { callReadArguments, callWriteArguments, describeArguments, findArguments } from './search-arguments.ts'

const looking = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The longest list of providers in a description: the list of tools stays small however many there are. */
const longestList = 600

/** The ids as a list for a sentence, which ends with a number if it would be too long. */
export const formatIds = (ids: readonly string[]): string => {
  let length = 0
  const shown = ids.filter((id) => {
    length += id.length + 2
    return length <= longestList
  })
  const more = ids.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const callTool = (effect: 'read' | 'write'): ToolDefinition => ({
  name: `call_${effect}`,
  title: effect === 'read' ? 'Call an action that reads' : 'Call an action that changes something',
  description:
    effect === 'read'
      ? 'Calls an action that only reads. Find its name with find_actions and its parameters with describe_action.'
      : 'Calls an action that changes something at the provider. Find its name with find_actions and its parameters with describe_action.',
  inputSchema: toolSchema(effect === 'read' ? callReadArguments : callWriteArguments),
  annotations: {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'write',
    idempotentHint: effect === 'read',
    openWorldHint: true,
  },
})

/** The tools that find and describe the actions of any number of domains, which are then called with others. */
export const findingTools = (providers: readonly string[], callers: string): ToolDefinition[] => [
  {
    name: 'find_actions',
    title: 'Find actions',
    description: `Finds actions by what they do, in English: start here. Then call one with ${callers}, whichever its effect says. Providers: ${formatIds(providers)}`,
    inputSchema: toolSchema(findArguments),
    annotations: looking,
  },
  {
    name: 'describe_action',
    title: 'Describe an action',
    description: 'Shows the exact parameters of an action, and the accounts at which it can be called.',
    inputSchema: toolSchema(describeArguments),
    annotations: looking,
  },
]

/** The four tools for any number of domains, or three if the caller may change nothing. */
export const searchTools = (providers: readonly string[], mayWrite: boolean): ToolDefinition[] => [
  ...findingTools(providers, 'call_read or call_write'),
  callTool('read'),
  ...(mayWrite ? [callTool('write')] : []),
]
