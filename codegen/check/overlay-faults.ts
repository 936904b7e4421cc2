import {
  createMadeActions,
  importedSource,
  largestTool,
  makeAction,
  namesakes,
  openSlice,
  planOf,
  referencesOf,
  type SliceAction,
  sliceText,
  surfaceOf,
  surfaceText,
  tokensOf,
} from '@patchbay/core/imported'
import type { AnyAction, AnyCuration, AnyProvider } from '@patchbay/core/provider'
import { declaredSource, hint, largestDescription, reservedParameters } from '@patchbay/core/schema'
import type { ImportedPlugin } from '../plugin.ts'
import { actionNameFaults, descriptionFaults, synonymFaults } from './action-faults.ts'
import { at, type Fault } from './fault.ts'
import { curationMemberFaults } from './members.ts'
import { nameFaults } from './name-faults.ts'
import { plainFaults } from './origin-faults.ts'
import { pagesFaults } from './pages-faults.ts'
import { probeFaults } from './probe-faults.ts'
import { settingNameFaults } from './setting-faults.ts'

/** By these names models find and describe a domain's other actions. */
const finding = ['find', 'describe']

/** What is wrong with the overlay of an imported provider, and with its document where calls would fail. */
export const overlayFaults = (plugin: ImportedPlugin): Fault[] => {
  const { provider, document } = plugin
  const { actions, hide, fill = {} } = provider.overlay
  const known = Object.keys(document.slice.actions)
  const unknown = (name: string, what: string): string[] =>
    known.includes(name) ? [] : [`${what} \`${name}\` is no action of ${document.file}${hint(name, known)}`]
  const ofNames = [
    ...Object.entries(actions).flatMap(([name, { from }]) => at(['actions', name], unknown(from, 'its `from`'))),
    ...hide.flatMap((name) => at(['hide'], unknown(name, 'the hidden'))),
  ]
  if (ofNames.length > 0) return ofNames
  const parameters = Object.values(document.slice.actions).flatMap(({ params }) => Object.keys(params))
  const ofActions = Object.entries(actions).flatMap(([name, curation]) => curationFaults(plugin, name, curation))
  return [
    ...ofActions,
    ...at(['fill'], fillFaults(provider, fill)),
    ...at(
      ['fill'],
      Object.keys(fill).flatMap((name) => fillNameFaults(name, [...new Set(parameters)], document.file)),
    ),
    ...(ofActions.length === 0 ? at(['actions'], toolFaults(plugin)) : []),
    ...surfaceFaults(plugin),
    ...at(['probe'], probeFaults({ ...provider, actions: callable(plugin) })),
  ]
}

const fillNameFaults = (name: string, known: readonly string[], file: string): string[] =>
  known.includes(name) ? [] : [`\`fill\` names \`${name}\`, which no action of ${file} has${hint(name, known)}`]

const fillFaults = ({ settings }: AnyProvider, fill: Readonly<Record<string, unknown>>): string[] =>
  Object.values(fill).flatMap((value) =>
    typeof value === 'string' ? settingNameFaults('`fill`', value, settings) : [],
  )

const documentAction = ({ document }: ImportedPlugin, name: string): SliceAction =>
  document.slice.actions[name] as SliceAction

/** The actions that a probe may name: those written by hand, those of the overlay, and the one that it names. */
const callable = (plugin: ImportedPlugin): Readonly<Record<string, AnyAction>> => {
  const { provider, document } = plugin
  const references = referencesOf(document.slice)
  const made = (name: string, curation?: AnyCuration): readonly [string, AnyAction] => [
    name,
    makeAction(document.slice, documentAction(plugin, curation?.from ?? name), references, curation, provider),
  ]
  const named = provider.probe?.action ?? ''
  return Object.fromEntries([
    ...(Object.hasOwn(document.slice.actions, named) ? [made(named)] : []),
    ...Object.entries(provider.overlay.actions).map(([name, curation]) => made(name, curation)),
    ...Object.entries(provider.actions),
  ])
}

const curationFaults = (plugin: ImportedPlugin, name: string, curation: AnyCuration): Fault[] => {
  const { slice } = plugin.document
  const references = referencesOf(slice)
  const declared = documentAction(plugin, curation.from)
  const action = makeAction(slice, declared, references, curation, plugin.provider)
  const { keep = [], rename = {}, fill = {}, wrap, pages, ttl } = curation
  const isWrapping = wrap === undefined || Object.hasOwn(declared.params, wrap)
  const wrapping = isWrapping && wrap !== undefined ? { wrap } : {}
  const { parameters } = planOf(slice, declared, references, wrapping, plugin.provider)
  const known = parameters.map((parameter) => parameter.name)
  const unknown = (member: string, names: readonly string[]): Fault[] =>
    names
      .filter((one) => !known.includes(one))
      .flatMap((one) => at([member], [`\`${member}\` names \`${one}\`, which is no parameter${hint(one, known)}`]))
  const isWrite = action.effect.kind === 'write'
  return [
    ...at([], [...actionNameFaults(name), ...(finding.includes(name) ? [`\`${name}\` finds actions: rename it`] : [])]),
    ...curationMemberFaults(curation),
    ...at(['description'], descriptionFaults(action.description)),
    ...at(['synonyms'], synonymFaults(curation.synonyms)),
    ...at(['fill'], fillFaults(plugin.provider, fill)),
    ...at(['wrap'], isWrapping ? [] : [`\`wrap\` names \`${wrap}\`, which is no parameter`]),
    ...[...unknown('keep', keep), ...unknown('rename', Object.values(rename)), ...unknown('fill', Object.keys(fill))],
    ...at(['ttl'], isWrite && ttl !== undefined ? ['a write has a `ttl`, but only reads are cached: remove it'] : []),
    ...(pages === undefined ? [] : pagesFaults(pages, action.effect, action.params)),
    ...Object.keys(action.params).flatMap((one) => at(['rename'], parameterNameFaults(one))),
  ].map((fault) => ({ ...fault, member: ['actions', name, ...fault.member] }))
}

const parameterNameFaults = (name: string): string[] =>
  (reservedParameters as readonly string[]).includes(name)
    ? [`the parameter \`${name}\` has a name that belongs to the gateway: rename it`]
    : nameFaults(`the parameter \`${name}\``, name)

/** Tools shorten what they say of parameters until they fit. Required ones are never left out, so a tool can still be too large. */
const toolFaults = ({ provider, document: { slice } }: ImportedPlugin): string[] => {
  const unchecked = Object.fromEntries(Object.keys(provider.actions).map((name) => [name, { body: () => true }]))
  const { listed = [], ...source } = importedSource({
    provider,
    written: declaredSource(provider, unchecked),
    surface: surfaceText(surfaceOf(provider, slice)),
    read: () => openSlice(Buffer.from(sliceText(slice))),
    made: createMadeActions(),
  })
  const tool = source.tool(source.names())
  const tokens = tokensOf(tool)
  return tokens <= largestTool && tool.description.length <= largestDescription
    ? []
    : [
        `the tool that lists ${listed.length} actions takes ${tokens} tokens even with their required parameters alone, and ${largestTool} are allowed: list fewer, \`fill\` parameters, or shorten descriptions`,
      ]
}

/** A tool is called `<domain>_<action>`. */
const longestTool = 64

/** What is wrong with the document's own actions: the import writes them so, but the file may have been changed. */
const surfaceFaults = (plugin: ImportedPlugin): Fault[] => [...nameFaultsOf(plugin), ...operationFaults(plugin)]

const nameFaultsOf = ({ provider, document }: ImportedPlugin): Fault[] =>
  namesakes(provider, document.slice).flatMap((name) =>
    at(
      ['actions', name],
      [
        `\`${name}\` is also another operation of ${document.file}, which nobody could call: run the import again, which gives that one another name, or \`hide\` it`,
      ],
    ),
  )

const operationFaults = ({ provider, document }: ImportedPlugin): Fault[] =>
  surfaceOf(provider, document.slice).flatMap(([name]) => {
    const isCurated = Object.hasOwn(provider.overlay.actions, name) || Object.hasOwn(provider.actions, name)
    const action = isCurated ? undefined : document.slice.actions[name]
    const isFit = /^[a-z][a-z0-9_]*$/.test(name) && `${provider.id}_${name}`.length <= longestTool
    const isReserved = [...finding, 'raw', 'read', 'write'].includes(name)
    return at(
      [],
      [
        ...(isCurated || (isFit && !isReserved)
          ? []
          : [`the action ${JSON.stringify(name)} of ${document.file} has no fit name`]),
        ...(/^https?:/.test(action?.server ?? '') ? plainFaults(new URL(action?.server ?? '').origin) : []),
      ],
    )
  })
