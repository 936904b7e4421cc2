import type { ConnectAttempt, ConnectLink } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, test } from 'vitest'
import { attemptSeconds, mostTries, newLink } from '../link.ts'
import { advance, type UnwantedAccess } from './advance.ts'
import type { LinkEvent } from './link-event.ts'
import { isHoldingState, type LinkState, linkStates, readLinkState } from './link-state.ts'
import { transitions } from './transitions.ts'

const now = new Date('2026-05-04T10:00:00Z')
const seconds = now.getTime() / 1000

const makeAttempt = (phase: ConnectAttempt['phase']): ConnectAttempt => ({
  phase,
  state_hash: phase === 'sent' ? 'hash of the state' : null,
  browser_hash: 'hash of the cookie',
  sealed: 'sealed',
  expires_at: asUnixSeconds(seconds + attemptSeconds),
})

const { link: fresh } = newLink(
  {
    tenant: 'acme',
    provider: 'hubspot',
    providers: ['hubspot', 'salesforce'],
    account: 'sales',
    label: null,
    scopes: null,
    settings: {},
    return_url: null,
    seconds: 3600,
  },
  now,
)

const links: Readonly<Record<LinkState, ConnectLink>> = {
  unchosen: { ...fresh, provider: '' },
  open: { ...fresh, status: 'failed', reason: 'The access was not allowed at HubSpot' },
  sent: { ...fresh, status: 'opened', attempt: makeAttempt('sent') },
  returned: { ...fresh, status: 'opened', attempt: makeAttempt('used') },
  choosing: { ...fresh, status: 'opened', attempt: makeAttempt('choosing') },
  asking: { ...fresh, status: 'opened', attempt: makeAttempt('asking') },
  connected: { ...fresh, status: 'connected', identity: 'ada@example.com', attempt: makeAttempt('used') },
}

const access = {
  candidate: { settings: {}, secrets: 'secret', expires_at: null, seed: null, missing: ['contacts'] },
  identity: 'ada@example.com',
}

const events: { readonly [Kind in LinkEvent['kind']]: Extract<LinkEvent, { kind: Kind }> } = {
  open: { kind: 'open' },
  'choose-provider': { kind: 'choose-provider', provider: 'salesforce' },
  'choose-another': { kind: 'choose-another' },
  submit: { kind: 'submit' },
  leave: { kind: 'leave', attempt: makeAttempt('sent'), url: 'https://vendor.example/authorize', browser: 'cookie' },
  return: { kind: 'return' },
  offer: { kind: 'offer', attempt: makeAttempt('choosing'), access },
  choose: { kind: 'choose' },
  ask: { kind: 'ask', attempt: makeAttempt('asking'), access },
  connect: { kind: 'connect', access },
  decline: { kind: 'decline' },
  fail: { kind: 'fail', reason: 'It did not work', code: 'UPSTREAM_ERROR', access },
  abandon: { kind: 'abandon' },
  end: { kind: 'end' },
}

/** The moment at which an event comes in time. */
const momentOf = (kind: LinkEvent['kind']): Date =>
  kind === 'abandon' ? new Date(now.getTime() + attemptSeconds * 1000) : now

/** The next state, with `!` where an access is revoked, and `!!` where that waits for another try; `-`: the event is stale. */
const table = `
                  unchosen   open      sent      returned  choosing    asking      connected
  open            unchosen   open      sent      returned  choosing    asking      -
  choose-provider open       open      open      open      open!!      open!!      -
  choose-another  unchosen   unchosen  unchosen  unchosen  unchosen!!  unchosen!!  -
  submit          -          open      sent      returned  open!!      open!!      -
  leave           -          sent      sent      sent      -           -           -
  return          -          -         returned  -         -           -           -
  offer           -          -         -         choosing  -           -           -
  choose          -          -         -         -         choosing    asking      -
  ask             -          asking    asking    asking    asking      asking      -
  connect         -          -         -         -         -           connected   -
  decline         -          -         -         -         open!       open!       -
  fail            -          open!     open!     open!     open!       open!       -
  abandon         -          -         -         -         open!       open!       -
  end             unchosen   open      open      open      open!       open!       -
`

const markOf = ({ isBeforeTry }: UnwantedAccess): string => (isBeforeTry ? '!!' : '!')

const [states = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([kind = '', ...wanted]) =>
  wanted.map((want, index) => ({ kind: kind as LinkEvent['kind'], state: states[index] as LinkState, want })),
)

test('the table has a cell for each state and event', () => {
  expect(states).toEqual(Object.keys(linkStates))
  expect(rows.map(([kind]) => kind)).toEqual(Object.keys(transitions))
  expect(cells).toHaveLength(states.length * rows.length)
})

describe.each(cells)('$kind in $state', ({ kind, state, want }) => {
  const link = links[state]
  const next = advance(link, events[kind], momentOf(kind))

  test(want === '-' ? 'is stale' : `leads to ${want}`, () => {
    if (next === 'stale') return expect('-').toBe(want)
    const mark = next.revoke ? markOf(next.revoke) : ''
    expect(`${readLinkState(next.link)}${mark}`).toBe(want)
    // The page that the documentation names is the one that the person sees.
    expect(next.page?.kind).toBe(transitions[kind].page)
    expect(next.link === link || next.link.version !== link.version).toBe(true)
  })
})

describe.each(cells.filter(({ want }) => want !== '-'))('$kind in $state', ({ kind, state }) => {
  const link = links[state]

  test('counts a try, and one too many is stale', () => {
    const isTry = transitions[kind].isTry === true
    const next = advance(link, events[kind], momentOf(kind))
    expect(next !== 'stale' && next.link.tries).toBe(link.tries + (isTry ? 1 : 0))
    const last = advance({ ...link, tries: mostTries }, events[kind], momentOf(kind))
    expect(last === 'stale').toBe(isTry)
  })

  test('keeps its time', () => {
    const { time } = transitions[kind]
    const afterLink = advance(link, events[kind], new Date(fresh.expires_at * 1000))
    expect(afterLink === 'stale').toBe(time === 'link' || time === 'attempt')
    const afterAttempt = advance(link, events[kind], new Date(now.getTime() + attemptSeconds * 1000))
    expect(afterAttempt === 'stale').toBe(time === 'attempt')
  })
})

describe('a link', () => {
  const change = (state: LinkState, event: LinkEvent, at = now) => {
    const next = advance(links[state], event, at)
    if (next === 'stale') throw new Error(`${event.kind} is stale`)
    const { version: _old, ...before } = links[state]
    const { version: _new, ...after } = next.link
    return Object.fromEntries(
      Object.entries(after).filter(([name, value]) => before[name as keyof typeof before] !== value),
    )
  }

  test.each<[state: LinkState, kind: LinkEvent['kind'], changes: object]>([
    ['unchosen', 'open', {}],
    ['open', 'open', {}],
    ['unchosen', 'choose-provider', { provider: 'salesforce', status: 'opened', tries: 1 }],
    ['asking', 'choose-another', { provider: '', attempt: null, tries: 1 }],
    // The reason of the last failure stays until the next attempt begins.
    ['open', 'submit', { tries: 1 }],
    ['open', 'leave', { status: 'opened', reason: null, attempt: makeAttempt('sent') }],
    ['sent', 'return', { attempt: { ...makeAttempt('sent'), phase: 'used' } }],
    ['returned', 'offer', { attempt: makeAttempt('choosing') }],
    ['open', 'ask', { status: 'opened', reason: null, attempt: makeAttempt('asking') }],
    [
      'asking',
      'connect',
      {
        status: 'connected',
        identity: 'ada@example.com',
        missing_scopes: ['contacts'],
        attempt: { ...makeAttempt('asking'), phase: 'used', sealed: '' },
      },
    ],
    ['choosing', 'decline', { attempt: null }],
    ['asking', 'fail', { status: 'failed', reason: 'It did not work', attempt: null }],
    ['sent', 'end', { expires_at: seconds, reason: 'An administrator ended the link', attempt: null }],
  ])('of the state %s changes, by %s, these members only', (state, kind, changes) => {
    expect(change(state, events[kind])).toEqual(changes)
  })

  test('that nobody has opened yet is opened', () => {
    const next = advance(fresh, events.open, now)
    expect(next !== 'stale' && next.link.status).toBe('opened')
  })

  test('gives up the access that an event brings, before the one that it holds', () => {
    const next = advance(links.asking, events.fail, now)
    expect(next !== 'stale' && next.revoke).toEqual({ access, isBeforeTry: false })
    const without = advance(links.asking, { ...events.fail, access: undefined }, now)
    expect(without !== 'stale' && without.revoke?.access).toBe('held')
  })

  test('keeps or gives up the access that it holds', () => {
    for (const { kind, state } of cells) {
      const next = advance(links[state], events[kind], momentOf(kind))
      if (next === 'stale' || !isHoldingState(state)) continue
      const after = readLinkState(next.link)
      expect(isHoldingState(after) || after === 'connected' || next.revoke !== undefined, `${kind} in ${state}`).toBe(
        true,
      )
    }
  })
})
