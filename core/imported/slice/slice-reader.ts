import { readFileSync } from 'node:fs'
import type { Method } from '../../provider/index.ts'
import type { References } from '../../schema/index.ts'
import { withRun } from '../common-run.ts'
import { linearPatterns } from '../linear-pattern.ts'
import type { Slice, SliceAction, SliceParameter, SliceSchema } from './slice.ts'
import { jsonText, layout, type StoredAction, type StoredParameter, sections } from './slice-text.ts'

/** The row of an action in lists of actions. */
interface ActionRow extends Pick<SliceAction, 'group' | 'description' | 'deprecated'> {
  /** The action's route without parameters, which often names its subject if nothing else does. */
  readonly path: string
  /** The names of the parameters. */
  readonly parameters: readonly string[]
}

/** A `document.json`, whose lines are parsed only on request: of a thousand actions, most are never called. */
export interface SliceReader extends Pick<Slice, 'server'> {
  /** All actions, without the parts that only a call needs. */
  rows(): ReadonlyMap<string, ActionRow>
  action(name: string): SliceAction | undefined
  /** The tool of an MCP server behind an action, as the server listed it; `undefined`: there is none. */
  tool(name: string): object | undefined
  /** The types of answers by the routes of actions, `GET /items/{id}`. */
  answerTypes(): ReadonlyMap<string, string>
  /** The schemas to which the requested actions refer. */
  readonly references: References
  /** The whole document, for codegen. */
  all(): Slice
}

/** The file without the sections that have a line for each member. */
interface Head extends Omit<Slice, 'actions' | 'schemas' | 'tools'> {
  readonly layout: number
  readonly common?: readonly string[]
}

interface StoredSlice extends Head {
  readonly actions: Readonly<Record<string, StoredAction>>
  readonly parameters: Readonly<Record<string, StoredParameter>>
  readonly schemas: Readonly<Record<string, SliceSchema>>
  readonly tools?: Slice['tools']
}

const readParameter = ({ as, style, explode, ...placed }: StoredParameter): SliceParameter => {
  const [[place = '', schema] = ['', true]] = Object.entries(placed)
  return {
    in: place.replace('!', '') as SliceParameter['in'],
    ...((place.endsWith('!') || place === 'path') && { required: true }),
    ...(style && { style }),
    ...(explode && { explode }),
    ...(as !== undefined && { as }),
    schema: schema as SliceSchema,
  }
}

/** The caller's name of a shared parameter: the number that tells it from another parameter with this name is left out. */
const callersName = (shared: string): string => shared.split(' ')[0] ?? ''

const readRow = (
  [route, group, description, parameters = [], others]: StoredAction,
  common: readonly string[],
): ActionRow => ({
  description: description || route,
  group,
  path: route.replace(/^\S+ /, '').replaceAll(/\{[^{}]*\}/g, ''),
  ...(others?.deprecated && { deprecated: true }),
  parameters: withRun(parameters, common).flatMap((entry) =>
    typeof entry === 'string' ? [callersName(entry)] : Object.keys(entry),
  ),
})

const readAction = (
  stored: StoredAction,
  common: readonly string[],
  shared: (name: string) => SliceParameter,
): SliceAction => {
  const [route, group, description, parameters = [], others] = stored
  const [method = '', path = ''] = route.split(/ (.*)/s)
  const params = withRun(parameters, common).flatMap((entry): [string, SliceParameter][] =>
    typeof entry === 'string'
      ? [[callersName(entry), shared(entry)]]
      : Object.entries(entry).map(([name, parameter]) => [name, readParameter(parameter)]),
  )
  const head = { method: method as Method, path, description: description || route, group }
  return { ...head, params: Object.fromEntries(params), ...others }
}

/** The range of a section's lines. */
interface Section {
  readonly start: number
  readonly end: number
}

const sectionIn = (bytes: Buffer, name: string): Section => {
  const start = bytes.indexOf(`\n"${name}":{\n`)
  // A section without members is `{}`.
  return start < 0 ? { start: 0, end: 0 } : { start: start + name.length + 5, end: bytes.indexOf('\n}', start) }
}

const lineIn = (bytes: Buffer, { start, end }: Section, name: string): string | undefined => {
  const key = `\n${JSON.stringify(name)}:`
  const keyStart = bytes.indexOf(key, start)
  if (keyStart < 0 || keyStart >= end) return undefined
  const from = keyStart + Buffer.byteLength(key)
  return bytes.toString('utf8', from, bytes.indexOf('\n', from)).replace(/,$/, '')
}

const readHead = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf(',\n"actions":{')
  const head = end < 0 ? {} : JSON.parse(`${bytes.toString('utf8', 0, end)}}`)
  return head.layout === layout ? head : undefined
}

/**
 * True if this version of the import has made the file, and nothing has changed it since. If a merge left two lines with one
 * name, a call would use the first one, and `JSON.parse`, with which codegen checks the file, the last one.
 */
export const isSliceText = (bytes: Buffer): boolean => {
  const text = bytes.toString()
  try {
    return readHead(bytes) !== undefined && jsonText(JSON.parse(text), sections) === text
  } catch {
    return false
  }
}

const readWholeSlice = (bytes: Buffer): Slice => {
  const {
    title,
    server,
    groups,
    linear,
    hidesDeprecated,
    common = [],
    ...stored
  }: StoredSlice = JSON.parse(bytes.toString())
  const parameters = new Map(Object.entries(stored.parameters).map(([name, one]) => [name, readParameter(one)]))
  const shared = (name: string) => parameters.get(name) as SliceParameter
  const actions = Object.entries(stored.actions).map(([name, one]) => [name, readAction(one, common, shared)] as const)
  const { schemas, tools } = stored
  return {
    title,
    server,
    ...(hidesDeprecated && { hidesDeprecated }),
    groups,
    actions: Object.fromEntries(actions),
    schemas,
    ...(tools && { tools }),
    ...(linear && { linear }),
  }
}

/** Throws Error if another version of the import has made the file. */
export const openSlice = (bytes: Buffer): SliceReader => {
  const head = readHead(bytes)
  if (!head) {
    throw new Error('document.json was made by another version of the import: run `npx bun run codegen import` again')
  }
  const { server, common = [], linear = [] } = head
  const [actions, parameters, schemas, tools] = [
    sectionIn(bytes, 'actions'),
    sectionIn(bytes, 'parameters'),
    sectionIn(bytes, 'schemas'),
    sectionIn(bytes, 'tools'),
  ]
  const revive = linearPatterns(linear)
  const references: Record<string, unknown> = {}

  /** The value of a line; the schemas to which it refers are parsed as well. */
  const valueIn = (section: Section, name: string): unknown => {
    const line = lineIn(bytes, section, name)
    const waiting = line === undefined ? [] : [line]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const [, reference = '', schema = ''] of next.matchAll(/"\$ref":"(#\/schemas\/([^"]+))"/g)) {
        const schemaLine = Object.hasOwn(references, reference) ? undefined : lineIn(bytes, schemas, schema)
        if (schemaLine === undefined) continue
        references[reference] = JSON.parse(schemaLine, revive)
        waiting.push(schemaLine)
      }
    }
    return line === undefined ? undefined : JSON.parse(line, revive)
  }
  const shared = (name: string): SliceParameter => readParameter(valueIn(parameters, name) as StoredParameter)
  return {
    server,
    references,
    rows: () => {
      const all: StoredSlice['actions'] = JSON.parse(`{${bytes.toString('utf8', actions.start, actions.end)}}`)
      return new Map(Object.entries(all).map(([name, stored]) => [name, readRow(stored, common)]))
    },
    answerTypes: () => {
      const all: StoredSlice['actions'] = JSON.parse(`{${bytes.toString('utf8', actions.start, actions.end)}}`)
      return new Map(
        Object.values(all).flatMap(([route, , , , others]) =>
          others?.gives === undefined ? [] : [[route, others.gives]],
        ),
      )
    },
    action: (name) => {
      const stored = valueIn(actions, name) as StoredAction | undefined
      return stored && readAction(stored, common, shared)
    },
    tool: (name) => {
      const line = lineIn(bytes, tools, name)
      return line === undefined ? undefined : JSON.parse(line)
    },
    all: () => readWholeSlice(bytes),
  }
}

/** Reads a `document.json` when it is needed. Synchronous, because a file of a thousand operations takes less than 1 ms. */
export const readSlice = (file: string) => (): SliceReader => openSlice(readFileSync(file))
