import { parseJson } from './answer-content.ts'

const patterns = new WeakMap<readonly string[], RegExp>()

/** A member's name in JSON with its text. A quote within a text has a backslash before it, so this matches nothing in texts. */
const ensurePattern = (names: readonly string[]): RegExp => {
  const pattern = patterns.get(names)
  if (pattern) return pattern
  const anyName = names.map((name) => RegExp.escape(JSON.stringify(name).slice(1, -1))).join('|')
  const newPattern = new RegExp(`(?<!\\\\)("(?:${anyName})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'g')
  patterns.set(names, newPattern)
  return newPattern
}

/**
 * The text of JSON with `null` in place of the texts of these members, at any depth, and its value; `undefined`: it has no such member. Numbers
 * stay as the vendor wrote them, however long.
 */
export const withholdMembers = (
  names: readonly string[],
  text: string,
): { readonly text: string; readonly body: unknown } | undefined => {
  if (!names.some((name) => text.includes(name))) return undefined
  const clean = text.replaceAll(ensurePattern(names), '$1null')
  return clean === text ? undefined : { text: clean, body: parseJson(clean) }
}
