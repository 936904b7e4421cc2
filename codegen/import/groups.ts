import { sentence } from './describe.ts'
import { listOf, type Node, nodesOf } from './node.ts'
import type { Operation } from './operations.ts'
import { saysNothing, wordsOf } from './words.ts'

const nameOf = (text: string): string => wordsOf(text).join('_').slice(0, 40)

/** The groups of a document's actions: its tags, or else the first step of the paths. */
export const createGroups = (root: Node) => {
  const tags = new Map(
    nodesOf(root.tags).map((tag) => [
      nameOf(String(tag.name)),
      sentence(tag.description, 120) || sentence(tag.name, 120),
    ]),
  )
  const used = new Map<string, string>()
  return {
    of({ node, path }: Operation): string {
      const tag = listOf(node.tags).find((name) => typeof name === 'string' && nameOf(name) !== '')
      const step = path.split('/').find((segment) => !saysNothing(segment) && !segment.includes('{'))
      const name = nameOf(String(tag ?? step ?? '')) || 'other'
      if (!used.has(name)) used.set(name, tags.get(name) ?? sentence(tag ?? step, 120))
      return name
    },
    /** With those that the document lists first, in its order. */
    all: (): Record<string, string> =>
      Object.fromEntries([
        ...[...tags].filter(([name]) => used.has(name)),
        ...[...used].filter(([name]) => !tags.has(name)),
      ]),
  }
}
