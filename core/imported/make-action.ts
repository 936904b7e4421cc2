import Type from 'typebox'
import { readEffect, type WriteOptions, writeEffect } from '../provider/effect.ts'
import {
  type ActionEffect,
  type ActionKind,
  type AnyAction,
  actionKind,
  type ClassName,
  listClasses,
} from '../provider/index.ts'
import type { AnyCuration, Overlay } from '../provider/overlay.ts'
import { listOtherNames, type References } from '../schema/index.ts'
import { deriveClasses } from './derive-classes.ts'
import { deriveRoles } from './derive-roles.ts'
import { type OfAll, planAction } from './plan.ts'
import { createRequest } from './request.ts'
import type { Slice, SliceAction } from './slice/slice.ts'

/** The effect of an action, read or write: by the overlay, otherwise the document's own effect, otherwise the method. */
const effectKind = ({ effect, method }: SliceAction, curation: Partial<AnyCuration>): ActionEffect['kind'] =>
  curation.effect ?? effect ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')

/** True if the answer holds credentials. The overlay may add that, but can't deny the import's finding. */
const isSecret = (action: SliceAction, { secret }: Partial<AnyCuration>): boolean => (secret ?? action.secret) === true

/** The kind of a document's action in access patterns. */
export const classifySliceAction = (action: SliceAction, curation: Partial<AnyCuration> = {}): ActionKind =>
  actionKind({ kind: effectKind(action, curation), ...(isSecret(action, curation) && { secret: true }) })

/**
 * The action of a document with what the overlay says of it by its name in the document: secrecy, that it only reads, and the classes, which
 * are derived where it doesn't say them, with the roles that are certain.
 */
export const withOverlay = (
  { secret, is, reads }: Partial<Pick<Overlay, 'secret' | 'is' | 'reads'>> = {},
  name: string,
  action: SliceAction,
): SliceAction => {
  const classes = is && Object.hasOwn(is, name) ? is[name] : findClasses(name, action)
  const isRead = reads?.includes(name)
  if (!secret?.includes(name) && !classes && !isRead) return action
  const roles = isRead ? undefined : deriveRoles(name, classes ?? [], action)
  return {
    ...action,
    ...(secret?.includes(name) && { secret: true }),
    ...(classes && { is: classes }),
    ...(roles && { roles }),
    ...(isRead && { effect: 'read' as const }),
  }
}

/** The classes that the name and the parameters show. A tool's server may call it as it likes. */
const findClasses = (name: string, action: SliceAction): SliceAction['is'] =>
  action.tool === undefined ? deriveClasses(name, action) : undefined

/** The classes of a document's action by its curation, or else by the overlay. */
export const classesOfSliceAction = (action: SliceAction, curation: Partial<AnyCuration> = {}): readonly ClassName[] =>
  listClasses(makeEffect(action, curation))

const isKeyHeader = /^(x-)?idempotency-?key$/i
/** The longest key that is sent as it is; longer ones are sent as digests, as documents rarely give a limit. */
const longestKey = 64

/**
 * The place of a write's key: its curation takes precedence over the overlay's rule for every POST, and that one over a
 * header for keys that the document declares. If both name one header, the overlay's declaration is more detailed.
 */
const findKey = (
  { method, params }: SliceAction,
  { idempotent, idempotencyKey }: Partial<AnyCuration>,
  overlay: OfAll['overlay'],
) => {
  if (idempotent || idempotencyKey !== undefined) return undefined
  const ofAll = overlay?.idempotencyKey
  if (method === 'POST' && ofAll !== undefined) return { idempotencyKey: ofAll }
  const headers = Object.entries(params).flatMap(([name, { in: place, as = name }]) => (place === 'header' ? [as] : []))
  const header = headers.find((one) => isKeyHeader.test(one))
  if (header === undefined) return undefined
  const isSame = typeof ofAll === 'object' && ofAll.header?.toLowerCase() === header.toLowerCase()
  return { idempotencyKey: isSame ? ofAll : { header, max: longestKey } }
}

const makeEffect = (action: SliceAction, curation: Partial<AnyCuration>, overlay?: OfAll['overlay']): ActionEffect => {
  const options = { ...curation, ...(isSecret(action, curation) && { secret: true as const }) }
  if (effectKind(action, curation) === 'read') return readEffect(options)
  const { is = action.is } = curation
  return writeEffect({ ...options, ...(is && { is }), ...findKey(action, curation, overlay) } as WriteOptions)
}

/** An action of a document as core runs it, with the changes of the provider's overlay applied. */
export const makeAction = (
  slice: Pick<Slice, 'server'>,
  action: SliceAction,
  references: References,
  curation: Partial<AnyCuration> = {},
  provider?: OfAll,
): AnyAction => {
  const plan = planAction(slice, action, references, curation, provider)
  const {
    description = action.description,
    synonyms,
    pages,
    result,
    answers,
    shape,
    failure,
    confirm,
    noise,
    leadsTo,
    base64,
  } = curation
  const { origin, answer = 'json', auth, fill = {} } = plan
  const effect = makeEffect(action, curation, provider?.overlay)
  const shown = plan.parameters.filter(({ name }) => !Object.hasOwn(fill, name))
  // The author of a curated action has read its vendor's page, and declares its roles.
  const { roles = curation.from === undefined && effect.kind === 'write' ? action.roles : undefined } = curation
  const params = shown.map(
    ({ name, required, schema }) => [name, required ? schema : Type.Optional(schema as Type.TSchema)] as const,
  )
  const documentNames = Object.fromEntries(
    shown.filter(({ name, as }) => name !== as).map(({ name, as }) => [name, as]),
  )
  const otherNames = listOtherNames(Object.fromEntries(params), documentNames)
  return {
    route: `${action.method} ${action.path}`,
    description,
    effect,
    params: Object.fromEntries(params),
    definition: {},
    references,
    request: createRequest(plan),
    ...(otherNames && { otherNames }),
    ...(synonyms && { synonyms }),
    ...(pages && { pages }),
    ...(result && { result }),
    ...(answers && { answers }),
    ...(shape && { shape }),
    ...(failure && { failure }),
    ...(confirm && { confirm }),
    ...(roles && { roles }),
    ...(noise && { noise }),
    ...(leadsTo && { leadsTo }),
    ...(base64 && { base64 }),
    answer,
    ...((answer === 'text' || answer === 'bytes') && { trustsContentType: true as const }),
    ...(origin !== undefined && { origin }),
    ...(auth === false && { auth }),
    ...(action.deprecated && { deprecated: true as const }),
  }
}
