import { sentence } from '../read/describe.ts'
import { type Node, toList, toNodes } from '../read/node.ts'
import type { Operation } from '../read/operations.ts'
import { saysNothing, splitName } from '../read/words.ts'

const toGroupName = (text: string): string => splitName(text).join('_').slice(0, 40)

/** The groups of a document's actions: its tags, or else the first step of the paths. */
export const createGroups = (root: Node) => {
  const tags = new Map(
    toNodes(root.tags).map((tag) => [
      toGroupName(String(tag.name)),
      sentence(tag.description, 120) || sentence(tag.name, 120),
    ]),
  )
  const used = new Map<string, string>()
  return {
    of({ node, path }: Operation): string {
      const tag = toList(node.tags).find((name) => typeof name === 'string' && toGroupName(name) !== '')
      const step = path.split('/').find((segment) => !saysNothing(segment) && !segment.includes('{'))
      const name = toGroupName(String(tag ?? step ?? '')) || 'other'
      if (!used.has(name)) used.set(name, tags.get(name) ?? sentence(tag ?? step, 120))
      return name
    },
    /** Groups that the document lists come first, in its order. */
    all: (): Record<string, string> =>
      Object.fromEntries([
        ...[...tags].filter(([name]) => used.has(name)),
        ...[...used].filter(([name]) => !tags.has(name)),
      ]),
  }
}
