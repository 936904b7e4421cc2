import type { ListedTool } from '@patchbay/core/upstream-mcp'
import { splitName, verbs } from '../read/words.ts'
import { pathOfTool } from './to-document.ts'

const actionName = /^[a-z][a-z0-9_]{0,35}$/

/** The first word of all tools of a server, often its own name; `undefined`: they have none in common. */
const findPrefix = (names: readonly (readonly string[])[]): string | undefined => {
  const [word = ''] = names[0] ?? []
  const isCommon = names.length > 1 && names.every((words) => words.length > 1 && words[0] === word)
  return isCommon && !verbs.has(word) ? word : undefined
}

/**
 * The names of actions by their operations: those of the tools in snake case, without a word that all have in front. Two tools that would have
 * one name get others, as operations do.
 */
export const nameTools = (tools: readonly ListedTool[]): ReadonlyMap<string, string> => {
  const words = tools.map(({ name }) => splitName(name))
  const prefix = findPrefix(words)
  const names = words.map((all) => all.slice(prefix === undefined ? 0 : 1).join('_'))
  return new Map(
    tools.flatMap(({ name }, index): [string, string][] => {
      const own = names[index] ?? ''
      const isFree = actionName.test(own) && names.filter((other) => other === own).length === 1
      return isFree ? [[`POST ${pathOfTool(name)}`, own]] : []
    }),
  )
}
