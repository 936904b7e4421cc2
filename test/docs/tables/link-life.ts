import { linkStates } from '../../../server/connect/life/link-state.ts'
import { transitions } from '../../../server/connect/life/transitions.ts'
import { markdownTable } from './markdown-table.ts'

const states = Object.entries(linkStates).map(([state, meaning]) => ({
  state: state as keyof typeof linkStates,
  meaning,
}))

export const stateTable = (): string =>
  markdownTable(
    ['state', 'meaning'],
    states.map(({ state, meaning }) => [`\`${state}\``, meaning]),
  )

/** The transitions as a matrix of events and states: each cell is the next state. */
export const transitionTable = (): string =>
  markdownTable(
    ['event', ...states.map(({ state }) => `\`${state}\``), 'page', 'meaning'],
    Object.entries(transitions).map(([event, { leads, page = '', isTry, meaning }]) => [
      `\`${event}\``,
      ...states.map(({ state }) => leads[state] ?? ''),
      page,
      isTry ? `${meaning} Counted as a try.` : meaning,
    ]),
  )
