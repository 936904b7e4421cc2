import { type AnyProvider, settingsIn } from '@patchbay/core/provider'
import { bodySchema, findProblems } from '@patchbay/core/schema'
import { settingNameFaults } from './setting-faults.ts'

/** True for a JSON pointer (RFC 6901) to a member, not to the whole document. */
export const isPointer = (text: unknown): boolean => typeof text === 'string' && /^(\/([^~/]|~[01])*)+$/.test(text)

/** The faults of the probe, which must name a read and give valid parameters. The actions must have been checked. */
export const probeFaults = ({ probe, actions, settings }: AnyProvider): string[] => {
  if (probe === undefined || Object.keys(actions).length === 0) return []
  const { identity = [] } = probe
  const isRead = typeof identity === 'object' && 'action' in identity
  const pointers = [isRead ? identity.at : identity].flat().filter((pointer) => !isPointer(pointer))
  return [
    ...readFaults('the probe', probe, actions, settings),
    ...(pointers.length > 0
      ? [`the probe's identity ${JSON.stringify(pointers[0])} is not a JSON pointer: write e.g. '/user/name'`]
      : []),
    ...(isRead ? readFaults("the probe's identity", identity, actions, settings) : []),
  ]
}

const readFaults = (
  what: string,
  { action: name, params }: { readonly action: string; readonly params: object },
  actions: AnyProvider['actions'],
  settings: AnyProvider['settings'],
): string[] => {
  const reads = Object.keys(actions).filter((name) => actions[name]?.effect.kind === 'read')
  const choice = `use one of the reads (${reads.join(', ') || 'there are no reads yet'})`
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) return [`${what} names ${JSON.stringify(name)}, which is not an action: ${choice}`]
  if (action.effect.kind !== 'read') return [`${what} ${name} is a write: ${choice}`]
  const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  // Their values are the accounts'.
  const filled = texts.filter(([, text]) => settingsIn(text).length > 0).map(([parameter]) => `/${parameter}`)
  return [
    ...texts.flatMap(([parameter, text]) => settingNameFaults(`${what}'s parameter \`${parameter}\``, text, settings)),
    ...findProblems(bodySchema(name, action), { action: name, ...params })
      .filter(({ path }) => !filled.includes(path))
      .map(({ path, message }) => `${what}'s parameters don't fit ${name}: ${path} ${message}`),
  ]
}
