import type { AnyProvider } from '@patchbay/core/provider'
import { bodySchema, problems } from '@patchbay/core/schema'

const isPointer = (text: unknown): boolean => typeof text === 'string' && /^(\/([^~/]|~[01])*)+$/.test(text)

/** What is wrong with the probe, if there is one: it must name a read and give valid parameters. The actions must be valid. */
export const probeFaults = ({ probe, actions }: AnyProvider): string[] => {
  if (probe === undefined || Object.keys(actions).length === 0) return []
  const reads = Object.keys(actions).filter((name) => actions[name]?.effect.kind === 'read')
  const choice = `use one of the reads (${reads.join(', ') || 'there is none yet'})`
  const name = probe.action
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) return [`the probe names no action, ${JSON.stringify(name)}: ${choice}`]
  if (action.effect.kind !== 'read') return [`the probe ${name} is a write: ${choice}`]
  const pointers = [probe.identity ?? []].flat().filter((pointer) => !isPointer(pointer))
  if (pointers.length > 0)
    return [`the probe's identity ${JSON.stringify(pointers[0])} is no JSON pointer: write e.g. '/user/name'`]
  return problems(bodySchema(name, action), { action: name, ...probe.params }).map(
    ({ path, message }) => `the probe's parameters don't fit ${name}: ${path} ${message}`,
  )
}
