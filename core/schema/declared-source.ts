import { type ActionEffect, type AnyProvider, actionKind, listClasses, toolEffect } from '../provider/index.ts'
import type { ActionChecks, Source } from './source.ts'
import { withSunsets } from './sunset.ts'
import { toolContent } from './tool/tool.ts'
import type { ToolContent } from './tool-definition.ts'

/**
 * The source of a hand-written plugin: its declared actions, with the checks that codegen made from them. Throws TypeError if an
 * action has no checks or checks have no action: codegen then read another version of the plugin.
 */
export const declaredSource = (
  { id, title, actions }: Pick<AnyProvider, 'id' | 'title' | 'actions'>,
  checks: Readonly<Record<string, ActionChecks>>,
): Source => {
  const all = Object.keys(actions)
  const unpaired = [...new Set([...all, ...Object.keys(checks)])].filter(
    (name) => !(Object.hasOwn(actions, name) && Object.hasOwn(checks, name)),
  )
  if (unpaired.length > 0) {
    throw new TypeError(
      `the generated checks of ${id} don't match its actions (${unpaired.join(', ')}): run npx bun run codegen`,
    )
  }
  const entries = Object.entries(actions)
  const actionsByName = new Map(entries)
  const checksByName = new Map(Object.entries(checks))
  const kinds = new Map(entries.map(([name, { effect }]) => [name, actionKind(effect)]))
  const classes = new Map(entries.map(([name, { effect }]) => [name, listClasses(effect)]))
  const ofKind = (kind: ActionEffect['kind']): readonly string[] =>
    all.filter((name) => toolEffect(kinds.get(name) ?? 'write') === kind)
  const names = { read: ofKind('read'), write: ofKind('write') }
  // Most callers may use every action, and so get one of the three lists above.
  const tools = new WeakMap<readonly string[], ToolContent>()
  const source: Source = {
    names: (kind) => (kind ? names[kind] : all),
    kind: (name) => kinds.get(name),
    classes: (name) => classes.get(name) ?? [],
    action: (name) => actionsByName.get(name),
    check: (name) => checksByName.get(name),
    confirmRead(read) {
      const [name, action] = [...actionsByName].find(([, one]) => one === read) ?? []
      if (name === undefined || !action) return undefined
      return { name, action, check: (params) => checksByName.get(name)?.body({ action: name, ...params }) === true }
    },
    tool(some) {
      const known = tools.get(some)
      if (known) return known
      const made = toolContent(
        title,
        some.flatMap((name) => (actions[name] ? [[name, actions[name]] as const] : [])),
      )
      tools.set(some, made)
      return made
    },
    words: () =>
      [...actionsByName].map(([name, { description, synonyms = [], params = {} }]) => ({
        name,
        description,
        synonyms,
        parameters: Object.keys(params),
      })),
  }
  return withSunsets(
    source,
    [...actionsByName].map(([name, { sunset }]) => [name, sunset]),
  )
}
