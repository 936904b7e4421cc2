import type { Slice, SliceAction } from '@patchbay/core/imported'
import type { AnyProvider } from '@patchbay/core/provider'

/** A call with which somebody sees that a new provider works. */
export interface SuggestedCall {
  readonly action: string
  /** Required parameters, which the caller has to fill in. */
  readonly params: Readonly<Record<string, string>>
}

const isRead = ({ method, effect, deprecated }: SliceAction): boolean =>
  !deprecated && (effect ?? (method === 'GET' ? 'read' : 'write')) === 'read'

const requiredOf = ({ params }: SliceAction): readonly string[] =>
  Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []))

/** The probe, or the read that needs the fewest parameters; `undefined` if there is no read. */
export const findFirstCall = (
  { actions }: Slice,
  { probe: named, overlay }: Pick<AnyProvider, 'probe' | 'overlay'>,
): SuggestedCall | undefined => {
  const probe = named?.action
  const said = new Set<string>(overlay?.reads)
  const reads = Object.entries(actions).filter(([name, action]) => isRead(action) || said.has(name))
  const [simplest] = reads.toSorted(
    ([a, one], [b, other]) =>
      Number(b === probe) - Number(a === probe) ||
      requiredOf(one).length - requiredOf(other).length ||
      one.path.length - other.path.length,
  )
  if (!simplest) return undefined
  const [action, { params }] = simplest
  const required = Object.entries(params).filter(([, { required }]) => required)
  return { action, params: Object.fromEntries(required.map(([name]) => [name, '...'])) }
}
