import { type AnyProvider, settingsIn } from '@patchbay/core/provider'
import { nameFaults } from '../faults/name-faults.ts'
import { schemaFaults } from '../schema/schema-faults.ts'

/**
 * The tokens allowed in a setting's pattern: groups, alternatives, quantifiers, letters, digits, `-`, `_`, `\.`, `\d`,
 * `\w` and character classes of these, where a dot is literal. They keep out every character that ends a host or a path
 * segment (`/ @ : # ? % \`), which examples could not prove for an arbitrary regular expression.
 */
const token = /\[([\w.-]+)\]|\\[dw.]|[\w-]|\((?:\?:)?|\)|\||[?*+]|\{\d+(?:,\d*)?\}/y

/** The faults of an account setting. */
export const settingFaults = (name: string, schema: unknown): string[] => {
  const { type, pattern } = Object(schema) as Record<string, unknown>
  const at = `the setting \`${name}\``
  if (type !== 'string') return [`${at} is not a string: write Type.String({ pattern: '^...$', maxLength: ... })`]
  if (typeof pattern !== 'string') return [`${at} has no pattern: write one like '^[a-z0-9-]+$'`]
  const fault = patternFault(pattern)
  return [...nameFaults(at, name), ...(fault ? [`${at} has a pattern that ${fault}`] : schemaFaults(schema, at))]
}

/** The undeclared settings in a text with `{settings.name}` placeholders. `what` names the text in messages. */
export const settingNameFaults = (what: string, text: string, settings: AnyProvider['settings'] = {}): string[] =>
  settingsIn(text).flatMap((name) =>
    Object.hasOwn(settings, name) ? [] : [`${what} uses the setting \`${name}\`: declare it under \`settings\``],
  )

/** True if a value that matches this pattern can hold an upper-case letter. */
export const admitsUpperCase = (pattern: string): boolean => /\\w|[A-Z]/.test(pattern)

const patternFault = (pattern: string): string | undefined => {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return 'is not anchored: begin it with ^ and end it with $'
  const inner = pattern.slice(1, -1)
  let depth = 0
  for (token.lastIndex = 0; token.lastIndex < inner.length; ) {
    const from = token.lastIndex
    const [text, members] = token.exec(inner) ?? []
    if (text === undefined || (members !== undefined && !hasPlainRanges(members))) {
      return `could admit characters like / @ : # ? %: at ${JSON.stringify(inner.slice(from, from + 12))}, use only letters, digits, -, _ and \\. in it`
    }
    if (text.startsWith('(')) depth++
    if (text === ')') depth--
    if (text === '|' && depth === 0) return 'is anchored at one side of | only: write ^(a|b)$'
  }
  return new RegExp(pattern, 'u').test('')
    ? 'admits an empty value: write + instead of *, or a least length'
    : undefined
}

/** True if every range stays within letters or digits: `[A-z]` and `[0-z]` would include punctuation. */
const hasPlainRanges = (members: string): boolean => {
  for (let i = 0; i < members.length; i += 1) {
    if (members[i + 1] !== '-' || i + 2 >= members.length) continue
    if (!/^([a-z]{2}|[A-Z]{2}|\d{2})$/.test(`${members[i]}${members[i + 2]}`)) return false
    i += 2
  }
  return true
}
