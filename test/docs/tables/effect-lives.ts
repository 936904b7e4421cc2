import {
  type KeyEvent,
  keyEventMeanings,
  keyLife,
  type WriteKeyRole,
  writeEventMeanings,
  writeKeyRoles,
  writeLife,
  writeStates,
} from '@patchbay/core/effects'
import { markdownTable } from './markdown-table.ts'

/** The life of a write as a diagram, with the transitions of its table. */
export const writeLifeDiagram = (): string => {
  const arrows = Object.entries(writeLife).flatMap(([from, leads]) =>
    Object.entries(leads).map(
      ([event, to]) => `  ${from} --> ${to}: ${writeEventMeanings[event as keyof typeof writeEventMeanings]}`,
    ),
  )
  const ends = Object.keys(writeStates).filter((state) => !Object.hasOwn(writeLife, state))
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  state "${writeStates.intent}" as intent`,
    '  [*] --> intent',
    ...arrows,
    ...ends.map((state) => `  ${state} --> [*]`),
    '```',
  ].join('\n')
}

const roles = Object.keys(writeKeyRoles) as WriteKeyRole[]

/** The states of each key after the events in the life of its write. */
export const keyLifeTable = (): string =>
  markdownTable(
    ['the write', ...roles.map((role) => writeKeyRoles[role])],
    Object.entries(keyLife).map(([event, states]) => [
      keyEventMeanings[event as KeyEvent],
      ...roles.map((role) => states[role] ?? ''),
    ]),
  )
