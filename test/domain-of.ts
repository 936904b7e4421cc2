import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { type ActionChecks, bodySchema, type Domain, declaredSource, type Source } from '@patchbay/core/schema'
import { Value } from 'typebox/value'

const interpreted = (name: string, action: AnyAction): ActionChecks => {
  const body = bodySchema(name, action)
  const { result } = action
  return {
    body: (value) => Value.Check(body, value),
    ...(result && { result: (value: unknown) => Value.Check(result, value) }),
  }
}

/** A registry entry for a provider that only a test knows; its checks are interpreted instead of generated. */
export const domainOf = (provider: AnyProvider): Domain => ({
  provider,
  package: `test-${provider.id}`,
  version: '0.0.0',
  source: declaredSource(
    provider,
    Object.fromEntries(
      Object.entries(provider.actions).map(([name, action]) => [name, () => interpreted(name, action)]),
    ),
  ),
})

/** Every action of a domain, with its name. */
export const actionsOf = ({ source }: Domain): readonly (readonly [name: string, action: AnyAction])[] =>
  source.names().map((name) => [name, source.action(name) as AnyAction])

/** The names of the actions that no vendor ends, whenever that is: what is generated must not change by the day. */
export const lastingNames = (source: Source, kind?: 'read' | 'write'): readonly string[] =>
  source.names(kind).filter((name) => source.sunset?.(name) === undefined)

const ownNames = new WeakMap<Source, ReadonlySet<string>>()

const findOwnNames = (source: Source): ReadonlySet<string> => {
  const known = ownNames.get(source)
  if (known) return known
  const byHand = source.words().flatMap(({ name, isByHand }) => (isByHand ? [name] : []))
  const found = new Set([...byHand, ...(source.listed ?? source.names())])
  ownNames.set(source, found)
  return found
}

/** True for an action that is written by hand, curated or listed, and not only in an imported document. */
export const isOwnAction = ({ source }: Domain, name: string): boolean => findOwnNames(source).has(name)
