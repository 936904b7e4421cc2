import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { generatedFolder, lockFile } from './generated-folder.ts'
import type { Lock, LockedPlugin } from './lock.ts'

/** The values that were added or removed: `origin https://a.example added`. */
const changes = (what: string, before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((value) => !before.includes(value)).map((value) => `${what} ${value} added`),
  ...before.filter((value) => !after.includes(value)).map((value) => `${what} ${value} removed`),
]

const spoken = (kind = ''): string => kind.replace('-', ' ')

const effects = (before: LockedPlugin['actions'], after: LockedPlugin['actions']): string[] =>
  Object.entries(after)
    .filter(([name, effect]) => Object.hasOwn(before, name) && before[name] !== effect)
    .map(([name, effect]) => `action ${name} was a ${spoken(before[name])} and is a ${spoken(effect)}`)

const secrets = (before: LockedPlugin['document'], after: LockedPlugin['document']): string[] =>
  changes('secret', before?.secrets ?? [], after?.secrets ?? [])

const documents = (before: LockedPlugin['document'], after: LockedPlugin['document']): string[] => {
  if (before?.digest === after?.digest) return []
  const counted = (document: LockedPlugin['document']): string =>
    document ? `${document.reads} more reads and ${document.writes} more writes` : 'no more actions'
  const isDescribedAnew = before !== undefined && after !== undefined && before.descriptions !== after.descriptions
  return [
    `the document changed: it had ${counted(before)}, and has ${counted(after)}`,
    ...(isDescribedAnew ? ['descriptions of the document changed: review them, because models read them'] : []),
  ]
}

const ofPlugin = (before: LockedPlugin, after: LockedPlugin): string[] => [
  ...(before.package === after.package ? [] : [`package ${before.package} is now ${after.package}`]),
  ...(before.version === after.version ? [] : [`version ${before.version} is now ${after.version}`]),
  ...changes('origin', before.origins, after.origins),
  ...changes('token host', before.tokenHosts, after.tokenHosts),
  ...changes('action', Object.keys(before.actions), Object.keys(after.actions)),
  ...effects(before.actions, after.actions),
  ...documents(before.document, after.document),
  ...secrets(before.document, after.document),
  ...(before.digest === after.digest ? [] : ['parameters, descriptions, requests or authentication changed']),
]

const ofLocks = (before: Lock, after: Lock): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((id) => {
    const [old, now] = [before, after].map((lock) => (Object.hasOwn(lock, id) ? lock[id] : undefined))
    if (!old) return [`${id}: added`]
    if (!now) return [`${id}: removed`]
    return ofPlugin(old, now).map((change) => `${id}: ${change}`)
  })

/**
 * Lists how a project's plugins differ from `providers.lock.json`, one line a change: `hubspot: action archive added`.
 * The project's code must be generated first.
 */
export const lockDifferences = (root: string): string[] => {
  const path = join(root, lockFile)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
  const after = readFileSync(join(root, generatedFolder, lockFile), 'utf8')
  if (before === after) return []
  try {
    const differences = ofLocks(JSON.parse(before), JSON.parse(after))
    return differences.length > 0 ? differences : [`${lockFile}: differs from what codegen writes`]
  } catch (error) {
    return [`${lockFile}: can't be read (${describeThrown(error)})`]
  }
}
