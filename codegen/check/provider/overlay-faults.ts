import { reservedActions } from '@patchbay/core/access'
import {
  buildReferences,
  buildSurface,
  createMadeActions,
  findNamesakes,
  importedSource,
  listBodyMembers,
  makeAction,
  openSlice,
  planAction,
  type SliceAction,
  sliceText,
  surfaceText,
  withOverlay,
} from '@patchbay/core/imported'
import type { AnyAction, AnyConfirm, AnyCuration, AnyProvider } from '@patchbay/core/provider'
import { declaredSource, formatHint, isReservedParameter } from '@patchbay/core/schema'
import type { ImportedPlugin } from '../../model/plugin.ts'
import {
  actionNameFaults,
  cachedSecretFaults,
  descriptionFaults,
  reservedNameFault,
  synonymFaults,
} from '../action/action-faults.ts'
import { classFaults, readClassFaults } from '../action/class-faults.ts'
import { confirmFaults } from '../action/confirm-faults.ts'
import { keyFaults, keyPlaceFaults } from '../action/key-faults.ts'
import { modelFaults } from '../action/model-faults.ts'
import { pagesFaults } from '../action/pages-faults.ts'
import { roleFaults } from '../action/role-faults.ts'
import { sunsetFaults } from '../action/sunset-faults.ts'
import { summaryFaults } from '../action/tool-sizes.ts'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { curationMemberFaults } from '../faults/members.ts'
import { nameFaults } from '../faults/name-faults.ts'
import { pathFaults } from '../faults/path-faults.ts'
import { plainFaults } from '../faults/value-faults.ts'
import { uncheckedActions } from '../unchecked.ts'
import { probeFaults } from './probe-faults.ts'
import { settingNameFaults } from './setting-faults.ts'

/** The names of actions with which models find and describe a domain's other actions. */
const finding = ['find', 'describe']

/** The faults of an imported provider's overlay, and the faults of its document that would make calls fail. */
export const overlayFaults = (plugin: ImportedPlugin): Fault[] => {
  const { provider, document } = plugin
  const {
    actions,
    hide,
    secret = [],
    is = {},
    reads = [],
    keep = [],
    sunset = {},
    idempotencyKey,
    fill = {},
  } = provider.overlay
  const ofDocument = Object.keys(document.slice.actions)
  const unknown = (name: string, member: string): string[] =>
    ofDocument.includes(name)
      ? []
      : [`\`${member}\` names \`${name}\`, which is not an action of ${document.file}${formatHint(name, ofDocument)}`]
  const ofNames = [
    ...Object.entries(actions).flatMap(([name, { from }]) => faultsAt(['actions', name], unknown(from, 'from'))),
    ...hide.flatMap((name) => faultsAt(['hide'], unknown(name, 'hide'))),
    ...secret.flatMap((name) => faultsAt(['secret'], unknown(name, 'secret'))),
    ...Object.keys(is).flatMap((name) => faultsAt(['is', name], unknown(name, 'is'))),
    ...reads.flatMap((name) => faultsAt(['reads'], unknown(name, 'reads'))),
    ...keep.flatMap((name) => faultsAt(['keep'], unknown(name, 'keep'))),
    ...Object.keys(sunset).flatMap((name) => faultsAt(['sunset', name], unknown(name, 'sunset'))),
  ]
  if (ofNames.length > 0) return ofNames
  const names = buildSurface(provider, document.slice).map(([name]) => name)
  const references = buildReferences(document.slice)
  const parameters = Object.values(document.slice.actions).flatMap((action) => [
    ...Object.keys(action.params),
    ...(Object.keys(fill).length > 0 ? listBodyMembers(action, references) : []),
  ])
  const ofActions = Object.entries(actions).flatMap(([name, curation]) => curationFaults(plugin, name, curation))
  return [
    ...ofActions,
    ...Object.entries(sunset).flatMap(([name, one]) => faultsAt(['sunset', name], sunsetFaults(one, names))),
    ...Object.entries(actions).flatMap(([name, one]) =>
      faultsAt(['actions', name, 'sunset'], sunsetFaults(one.sunset, names)),
    ),
    ...Object.entries(is).flatMap(([name, classes]) =>
      faultsAt(['is', name], documentClassFaults(plugin, name, classes)),
    ),
    ...faultsAt(['idempotencyKey'], idempotencyKey === undefined ? [] : keyPlaceFaults(idempotencyKey)),
    ...Object.entries(actions).flatMap(([name, one]) =>
      modelFaults(one, names).map((fault) => ({ ...fault, member: ['actions', name, ...fault.member] })),
    ),
    ...faultsAt(['fill'], fillFaults(provider, fill)),
    ...faultsAt(
      ['fill'],
      Object.keys(fill).flatMap((name) => fillNameFaults(name, [...new Set(parameters)], document.file)),
    ),
    ...(ofActions.length === 0 ? faultsAt(['actions'], toolFaults(plugin)) : []),
    ...surfaceFaults(plugin),
    ...documentConfirmFaults(plugin),
    ...faultsAt(['probe'], probeFaults({ ...provider, actions: callable(plugin) })),
  ]
}

const fillNameFaults = (name: string, names: readonly string[], file: string): string[] =>
  names.includes(name) ? [] : [`\`fill\` names \`${name}\`, which no action of ${file} has${formatHint(name, names)}`]

const fillFaults = ({ settings }: AnyProvider, fill: Readonly<Record<string, unknown>>): string[] =>
  Object.values(fill).flatMap((value) =>
    typeof value === 'string' ? settingNameFaults('`fill`', value, settings) : [],
  )

const documentAction = ({ provider, document }: ImportedPlugin, name: string): SliceAction =>
  withOverlay(provider.overlay, name, document.slice.actions[name] as SliceAction)

/** The actions that a probe may name: those written by hand, those of the overlay, and those of the document that it names. */
const callable = (plugin: ImportedPlugin): Readonly<Record<string, AnyAction>> => {
  const { provider, document } = plugin
  const references = buildReferences(document.slice)
  const makeEntry = (name: string, curation?: AnyCuration): readonly [string, AnyAction] => [
    name,
    makeAction(document.slice, documentAction(plugin, curation?.from ?? name), references, curation, provider),
  ]
  const { action: probed = '', identity = [] } = provider.probe ?? {}
  const named = [probed, ...(typeof identity === 'object' && 'action' in identity ? [identity.action] : [])]
  const callers = new Set(buildSurface(provider, document.slice).map(([name]) => name))
  return Object.fromEntries([
    ...named
      .filter((name) => Object.hasOwn(document.slice.actions, name) && callers.has(name))
      .map((name) => makeEntry(name)),
    ...Object.entries(provider.overlay.actions).map(([name, curation]) => makeEntry(name, curation)),
    ...Object.entries(provider.actions),
  ])
}

/** The faults of the classes that the overlay gives to an unlisted action of the document. */
const documentClassFaults = (plugin: ImportedPlugin, name: string, is: unknown): string[] => {
  const listed = Object.entries(plugin.provider.overlay.actions).find(([, { from }]) => from === name)?.[0]
  if (listed !== undefined) return [`\`is\` names ${name}, which is the action ${listed}: write \`is\` there`]
  const action = makeAction(plugin.document.slice, documentAction(plugin, name), {}, {}, plugin.provider)
  return [...classFaults(is), ...readClassFaults(action, is)]
}

const curationFaults = (plugin: ImportedPlugin, name: string, curation: AnyCuration): Fault[] => {
  const { slice } = plugin.document
  const references = buildReferences(slice)
  const declared = documentAction(plugin, curation.from)
  const action = makeAction(slice, declared, references, curation, plugin.provider)
  const { keep = [], clears = [], rename = {}, fill = {}, wrap, pages, ttl } = curation
  const isWrapping = wrap === undefined || Object.hasOwn(declared.params, wrap)
  const wrapping = isWrapping && wrap !== undefined ? { wrap } : {}
  const { parameters } = planAction(slice, declared, references, wrapping, plugin.provider)
  const parameterNames = [
    ...new Set([...parameters.map((parameter) => parameter.name), ...Object.keys(declared.params)]),
  ]
  const unknown = (member: string, names: readonly string[], more: readonly string[] = []): Fault[] =>
    names
      .filter((one) => !parameterNames.includes(one) && !more.includes(one))
      .flatMap((one) =>
        faultsAt(
          [member],
          [`\`${member}\` names \`${one}\`, which is not a parameter${formatHint(one, parameterNames)}`],
        ),
      )
  const isWrite = action.effect.kind === 'write'
  return [
    ...faultsAt(
      [],
      [...actionNameFaults(name), ...(finding.includes(name) ? [`\`${name}\` finds actions: rename it`] : [])],
    ),
    ...curationMemberFaults(curation),
    ...keyFaults(action),
    ...faultsAt(['description'], descriptionFaults(action.description)),
    ...faultsAt(['synonyms'], synonymFaults(curation.synonyms)),
    ...faultsAt(['fill'], fillFaults(plugin.provider, fill)),
    ...faultsAt(['wrap'], isWrapping ? [] : [`\`wrap\` names \`${wrap}\`, which is not a parameter`]),
    ...unknown('keep', keep),
    ...unknown(
      'clears',
      clears.map((one) => one.replace(/\..*/, '')),
    ),
    ...unknown('rename', Object.values(rename)),
    ...unknown('fill', Object.keys(fill), listBodyMembers(declared, references)),
    ...faultsAt(
      ['ttl'],
      isWrite && ttl !== undefined ? ['a write has a `ttl`, but only reads are cached: remove it'] : [],
    ),
    ...faultsAt(['is'], [...classFaults(curation.is), ...readClassFaults(action, curation.is)]),
    ...roleFaults(action),
    ...faultsAt(['ttl'], !isWrite && action.effect.secret && ttl !== undefined ? cachedSecretFaults : []),
    ...(pages === undefined ? [] : pagesFaults(pages, action.effect, action.params)),
    ...Object.keys(action.params).flatMap((one) => faultsAt(['rename'], parameterNameFaults(one))),
  ].map((fault) => ({ ...fault, member: ['actions', name, ...fault.member] }))
}

const parameterNameFaults = (name: string): string[] =>
  isReservedParameter(name) ? [reservedNameFault(name)] : nameFaults(`the parameter \`${name}\``, name)

const toolFaults = ({ provider, document: { slice } }: ImportedPlugin): string[] => {
  return summaryFaults(
    importedSource({
      provider,
      written: declaredSource(provider, uncheckedActions(provider.actions)),
      surface: surfaceText(buildSurface(provider, slice)),
      read: () => openSlice(Buffer.from(sliceText(slice))),
      made: createMadeActions(),
    }),
  )
}

/** The faults of each `confirm` that reads an action of the document. */
const documentConfirmFaults = (plugin: ImportedPlugin): Fault[] => {
  const { provider, document } = plugin
  const callable = new Set(buildSurface(provider, document.slice).map(([name]) => name))
  const curated = new Map(Object.entries(provider.overlay.actions).map(([name, { from }]) => [from, name]))
  const find = (read: AnyConfirm['read']): AnyAction | undefined => {
    const name = String(read)
    if (!callable.has(curated.get(name) ?? name) || !Object.hasOwn(document.slice.actions, name)) return undefined
    const references = buildReferences(document.slice)
    return makeAction(document.slice, documentAction(plugin, name), references, undefined, provider)
  }
  const byHand = Object.entries<AnyAction>(provider.actions).filter(
    ([, { confirm }]) => typeof confirm?.read === 'string',
  )
  return [...Object.entries(provider.overlay.actions), ...byHand].flatMap(([name, { confirm }]) =>
    faultsAt(['actions', name, 'confirm'], confirmFaults(confirm, find, `of ${document.file} that callers have`)),
  )
}

/** A tool is called `<domain>_<action>`. */
const longestTool = 64

/** The faults of the document's own actions. The import writes none of these, but the file may have been edited. */
const surfaceFaults = (plugin: ImportedPlugin): Fault[] => [...namesakeFaults(plugin), ...operationFaults(plugin)]

const namesakeFaults = ({ provider, document }: ImportedPlugin): Fault[] =>
  findNamesakes(provider, document.slice).flatMap((name) =>
    faultsAt(
      ['actions', name],
      [
        `\`${name}\` is also the name of another operation of ${document.file}, which then can't be called: run the import again, which renames that operation, or \`hide\` it`,
      ],
    ),
  )

/** The path of a server: `/v2` of `https://api.example.com/v2`. */
const stripOrigin = (server: string): string => server.replace(/^https?:\/\/[^/]*/, '')

const operationFaults = ({ provider, document }: ImportedPlugin): Fault[] =>
  buildSurface(provider, document.slice).flatMap(([name]) => {
    const isCurated = Object.hasOwn(provider.overlay.actions, name) || Object.hasOwn(provider.actions, name)
    const { from } = provider.overlay.actions[name] ?? { from: name }
    const declared = Object.hasOwn(provider.actions, name) ? undefined : document.slice.actions[from]
    const action = isCurated ? undefined : declared
    const isFit = /^[a-z][a-z0-9_]*$/.test(name) && `${provider.id}_${name}`.length <= longestTool
    const isReserved = [...finding, ...reservedActions].includes(name)
    return faultsAt(
      [],
      [
        ...(isCurated || (isFit && !isReserved)
          ? []
          : [`the action ${JSON.stringify(name)} of ${document.file} has a name that can't be used`]),
        ...(declared ? pathFaults(`${declared.method} ${declared.path}`) : []),
        ...(declared
          ? pathFaults(`${declared.method} ${stripOrigin(declared.server ?? document.slice.server ?? '')}`)
          : []),
        ...(/^https?:/.test(action?.server ?? '') ? plainFaults(new URL(action?.server ?? '').origin) : []),
      ],
    )
  })
