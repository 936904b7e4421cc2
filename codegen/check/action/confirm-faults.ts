import { type AnyAction, type AnyConfirm, actionKind } from '@patchbay/core/provider'
import { formatHint, requiredParameters } from '@patchbay/core/schema'
import { asyncFaults } from '../faults/function-faults.ts'

/** The faults of a `confirm`. `find` looks its read up; `where` names the actions searched, for the message. */
export const confirmFaults = (
  confirm: AnyConfirm | undefined,
  find: (read: AnyConfirm['read']) => AnyAction | undefined,
  where: string,
): string[] => {
  if (confirm === undefined) return []
  const read = find(confirm.read)
  const named = typeof confirm.read === 'string' ? ` \`${confirm.read}\`` : ''
  if (!read) return [`\`confirm.read\`${named} is not an action ${where}`]
  const kind = actionKind(read.effect)
  if (kind.endsWith('write')) return [`\`confirm.read\`${named} is a write: name a read`]
  if (kind !== 'read') return [`\`confirm.read\`${named} answers with a credential: name another read`]
  return [...parameterFaults(confirm, read), ...showsFaults(confirm)]
}

const parameterFaults = ({ params }: AnyConfirm, read: AnyAction): string[] => {
  if (typeof params !== 'object' || params === null)
    return ["`confirm.params` is not an object of the read's parameters"]
  const declared = Object.keys(read.params)
  const unknown = Object.keys(params).filter((name) => !declared.includes(name))
  const missing = requiredParameters(read).filter((name) => !Object.hasOwn(params, name))
  return [
    ...unknown.map(
      (name) => `\`confirm.params\` has \`${name}\`, which its read doesn't take${formatHint(name, declared)}`,
    ),
    ...missing.map((name) => `\`confirm.params\` lacks \`${name}\`, which its read needs`),
  ]
}

const showsFaults = ({ when, shows }: AnyConfirm): string[] =>
  typeof shows === 'function'
    ? [...asyncFaults('confirm.when', when), ...asyncFaults('confirm.shows', shows)]
    : ['`confirm.shows` is not a function: write `shows: (data, { params }) => ...`, or use holds or madeSince']
