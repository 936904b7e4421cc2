import type { Slice } from '@patchbay/core/imported'

/** A digest of everything in a slice that people and models read as text. */
export const digestOfDescriptions = (slice: Slice): string => {
  const texts: string[] = []
  JSON.stringify(slice, (name, value) => {
    if (name === 'description' && typeof value === 'string') texts.push(value)
    return value
  })
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([slice.title, slice.groups, texts])).digest('base64')
}

/** The descriptions of an action's parameters and what lies in them, by where they stand: `filter/name`. */
export const collectDescriptions = ({ actions, schemas }: Slice, action: string): ReadonlyMap<string, string> => {
  const descriptions = new Map<string, string>()
  const walk = (value: unknown, at: string, above: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (name === 'description' && typeof member === 'string')
        descriptions.set(descriptions.has(at) ? `${at}/` : at, member)
      else if (name === '$ref' && typeof member === 'string' && !above.includes(member)) {
        walk(schemas[member.replace('#/schemas/', '')], at, [...above, member])
      } else walk(member, name === 'properties' ? at : `${at}/${name}`, above)
    }
  }
  for (const [name, { schema }] of Object.entries(actions[action]?.params ?? {})) walk(schema, name, [])
  return descriptions
}
