import {
  type ActionEffect,
  type AnyAction,
  type AnyProvider,
  actionKind,
  listClasses,
  toolEffect,
} from '../provider/index.ts'
import type { ActionChecks, Source } from './source.ts'
import { withSunsets } from './sunset.ts'
import { groupActions, summaryTool } from './tool/summary-tool.ts'
import { toolContent } from './tool/tool.ts'
import type { ToolContent } from './tool-definition.ts'

type Named = readonly [name: string, action: AnyAction]

/** The tool of a provider that lists some of its actions. */
const summarize = (title: string, actions: readonly Named[], listed: readonly string[]): ToolContent => {
  const isListed = ([name]: Named): boolean => listed.includes(name)
  return summaryTool({
    title,
    listed: actions.filter(isListed),
    groups: groupActions(actions.filter((one) => !isListed(one)).map(([name]) => name)),
    kinds: new Set(actions.map(([, { effect }]) => actionKind(effect))),
  })
}

/**
 * The source of a hand-written plugin: its declared actions, with the checks that codegen made from them, whose patterns are compiled when
 * an action is first called. Throws TypeError if an action has no checks or checks have no action: codegen then read another version of
 * the plugin.
 */
export const declaredSource = (
  { id, title, actions, listed }: Pick<AnyProvider, 'id' | 'title' | 'actions' | 'listed'>,
  checks: Readonly<Record<string, () => ActionChecks>>,
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
  const checksByName = new Map<string, ActionChecks>()
  const checksOf = (name: string): ActionChecks | undefined => {
    const ownChecks = checksByName.get(name)
    if (ownChecks || !Object.hasOwn(checks, name)) return ownChecks
    const first = checks[name]?.()
    if (first) checksByName.set(name, first)
    return first
  }
  const kinds = new Map(entries.map(([name, { effect }]) => [name, actionKind(effect)]))
  const classes = new Map(entries.map(([name, { effect }]) => [name, listClasses(effect)]))
  const sureClasses = new Map(
    entries.flatMap(([name, { effect, onlyIf }]) =>
      onlyIf ? [[name, listClasses(effect).filter((one) => !(one in onlyIf))] as const] : [],
    ),
  )
  const ofKind = (kind: ActionEffect['kind']): readonly string[] =>
    all.filter((name) => toolEffect(kinds.get(name) ?? 'write') === kind)
  const names = { read: ofKind('read'), write: ofKind('write') }
  // Most callers may use every action, and so get one of the three lists above.
  const tools = new WeakMap<readonly string[], ToolContent>()
  const source: Source = {
    ...(listed && { listed }),
    names: (kind) => (kind ? names[kind] : all),
    kind: (name) => kinds.get(name),
    classes: (name) => classes.get(name) ?? [],
    sureClasses: (name) => sureClasses.get(name),
    action: (name) => actionsByName.get(name),
    check: checksOf,
    confirmRead(read) {
      const [name, action] = [...actionsByName].find(([, one]) => one === read) ?? []
      if (name === undefined || !action) return undefined
      return { name, action, check: (params) => checksOf(name)?.body({ action: name, ...params }) === true }
    },
    tool(some) {
      const ownTool = tools.get(some)
      if (ownTool) return ownTool
      const named = some.flatMap((name) => (actions[name] ? [[name, actions[name]] as const] : []))
      const content = listed ? summarize(title, named, listed) : toolContent(title, named)
      tools.set(some, content)
      return content
    },
    words: () =>
      [...actionsByName].map(([name, { description, synonyms = [], params = {} }]) => ({
        name,
        description,
        synonyms,
        parameters: Object.keys(params),
        isByHand: true,
      })),
  }
  return withSunsets(
    source,
    [...actionsByName].map(([name, { sunset }]) => [name, sunset]),
  )
}
