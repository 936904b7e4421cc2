import { extname } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { type Document, isMap, isPair, isScalar, LineCounter, type Pair, parseAllDocuments, visit } from 'yaml'
import { refuseEndlessAliases } from './aliases.ts'
import type { LeftOutList } from './left-out.ts'
import { withSourceTexts } from './source-texts.ts'

/** The most lines whose indentation is mended. */
const mostMended = 200
const mendingMs = 10_000

/**
 * The text with the lines of a quoted text or of a list in brackets indented as YAML 1.2 wants it (section 6.1), and what it says. libyaml and Go's
 * parser take less, so documents have it. Their white space means nothing there. Throws the parser's error about anything else.
 */
const parseMended = (text: string, filename: string): { readonly root: unknown; readonly text: string } => {
  const until = Date.now() + mendingMs
  let mended = text
  for (let tries = 0; ; tries++) {
    try {
      return { root: parseYaml(mended, { filename }), text: mended }
    } catch (error) {
      const { reason, mark } = error as { readonly reason?: string; readonly mark?: { readonly line: number } }
      if (reason !== 'deficient indentation' || !mark || tries >= mostMended || Date.now() > until) throw error
      const lines = mended.split('\n')
      lines[mark.line] = `${' '.repeat(100)}${lines[mark.line]}`
      mended = lines.join('\n')
    }
  }
}

/** Faults with one reading: an escape that isn't one, a text that begins with `@` or a backtick. */
const harmless: ReadonlySet<string> = new Set(['BAD_DQ_ESCAPE', 'BAD_SCALAR_START'])

type Say = (key: string, place: number) => void

/** Joins members of one name: two objects have the members of both, of other values the last one counts, as in JSON. */
const joinTwins = (document: Document, say: Say): void =>
  visit(document, {
    Map: (_, map) => {
      const firsts = new Map<string, Pair>()
      map.items = map.items.filter((pair) => {
        const key = String(pair.key)
        const first = firsts.get(key)
        if (!isPair(first) || key === '<<') return firsts.set(key, pair)
        say(key, (pair.key as { readonly range?: readonly number[] }).range?.[0] ?? 0)
        if (isMap(first.value) && isMap(pair.value)) first.value.items.push(...pair.value.items)
        else first.value = pair.value
        return false
      })
    },
  })

/** The value of a document that isn't YAML by the letter; `undefined`: it could mean two things. */
const parseLenient = (text: string, leftOut: LeftOutList): unknown => {
  const lines = new LineCounter()
  const options = { strict: false, uniqueKeys: false, merge: true, logLevel: 'silent', lineCounter: lines } as const
  const documents = parseAllDocuments(text, options)
  // A separator at the end begins an empty document.
  const [document, ...others] = [...documents].filter(
    ({ contents }) => !(isScalar(contents) && contents.value === null),
  )
  if (!document || others.length > 0 || document.errors.some(({ code }) => !harmless.has(code))) return undefined
  const say = (place: number, what: string) => leftOut.add('part', '', `line ${lines.linePos(place).line}: ${what}`)
  for (const { pos, message } of document.warnings) say(pos[0], message.split('\n')[0] ?? '')
  joinTwins(document, (key, place) => say(place, `${key} is there twice: objects are joined, else the last one counts`))
  return document.toJS({ maxAliasCount: -1 })
}

/** The value that a document's text stands for, as JSON or YAML. Throws Error that says what is wrong with it. */
export const parseDocumentText = (source: string, text: string, leftOut: LeftOutList): unknown => {
  if (extname(source) === '.json' || /^\s*\{/.test(text)) {
    try {
      return withSourceTexts(JSON.parse(text), text)
    } catch {
      // YAML is a superset of JSON, and its parser takes comments and commas at ends.
    }
  }
  const { root, text: read } = parseYamlText(source, text, leftOut)
  refuseEndlessAliases(root)
  return withSourceTexts(root, read)
}

const parseYamlText = (source: string, text: string, leftOut: LeftOutList) => {
  try {
    return parseMended(text, source)
  } catch (error) {
    const root = parseLenient(text, leftOut)
    if (root === undefined) throw error
    return { root, text }
  }
}
