import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { createClient } from '../client.ts'
import { tokenOf } from '../client.ts'
import { toolCall } from '../mcp/messages.ts'
import type { LimitedVendor, VendorWindow } from './limited-vendor.ts'

type Gateway = Pick<ReturnType<typeof createClient>, 'call' | 'send'>

/** One caller's results. */
interface Caller {
  readonly name: string
  calls: number
  answered: number
  refused: number
  /** Other errors than RATE_LIMITED. */
  failed: number
  longestMs: number
  /** The longest excess over a call at the same moment that no limit can hold: both include the machine's load. */
  mostHeldMs: number
}

export interface Simulation {
  readonly callers: readonly Caller[]
  /** The windows that ran from beginning to end while all were calling. */
  readonly windows: readonly VendorWindow[]
}

const windows = 2

/** The provider whose vendor is `startUnlimitedVendor`. */
export const unlimited = 'unlimited'

const get = { action: 'get', id: '1' }
const tenant = 'acme'

const newCaller = (name: string): Caller => ({
  name,
  calls: 0,
  answered: 0,
  refused: 0,
  failed: 0,
  longestMs: 0,
  mostHeldMs: 0,
})

type Outcome = 'answered' | 'refused' | 'failed'

const outcomeOf = (code: string | undefined): Outcome => {
  if (code === undefined) return 'answered'
  return code === 'RATE_LIMITED' ? 'refused' : 'failed'
}

const asPerson = async (gateway: Gateway): Promise<Outcome> =>
  outcomeOf((await gateway.call(tenant, 'fixture', get)).body.code)

const asAgent = async (gateway: Gateway): Promise<Outcome> => {
  const { headers, body } = toolCall('modern', 'fixture', get)
  const authorization = `Bearer ${tokenOf(tenant)}`
  const { result } = (await gateway.send('POST', '/mcp', { authorization, ...headers }, body)).body
  return outcomeOf(result.structuredContent.code)
}

/** As the person's, at the vendor without a limit. */
const asTwin = async (gateway: Gateway): Promise<Outcome> =>
  outcomeOf((await gateway.call(tenant, unlimited, get)).body.code)

const timed = async <T>(work: Promise<T>): Promise<readonly [result: T, ms: number]> => {
  const begun = performance.now()
  const result = await work
  return [result, Math.round(performance.now() - begun)]
}

interface Repeated {
  readonly call: (gateway: Gateway) => Promise<Outcome>
  /** Called at the same moment, at the same gateway. */
  readonly twin?: (gateway: Gateway) => Promise<Outcome>
  readonly pauseMs: () => number
}

/** Calls until `signal` is aborted, each time at the next gateway. */
const repeat = async (
  caller: Caller,
  gateways: readonly Gateway[],
  { call, twin, pauseMs }: Repeated,
  signal: AbortSignal,
): Promise<void> => {
  for (let turn = 0; !signal.aborted; turn++) {
    const gateway = gateways[turn % gateways.length] as Gateway
    const [[outcome, ms], [twinOutcome, twinMs]] = await Promise.all([
      timed(call(gateway)),
      twin ? timed(twin(gateway)) : (['answered', 0] as const),
    ])
    caller.calls++
    caller[outcome]++
    if (twinOutcome !== 'answered') caller.failed++
    caller.longestMs = Math.max(caller.longestMs, ms)
    if (twin) caller.mostHeldMs = Math.max(caller.mostHeldMs, ms - twinMs)
    await sleep(pauseMs())
  }
}

/** An agent asks for several things at a time, and takes no notice of when it should come back. */
const atOnce = 3
const agent: Repeated = { call: asAgent, pauseMs: () => 50 }

/**
 * Two greedy agents (over MCP) and a person (over REST) use one account of a vendor through some gateways, for two of its
 * windows. The person makes 20 calls in a window, at irregular times.
 */
export const simulate = async (vendor: LimitedVendor, gateways: readonly Gateway[]): Promise<Simulation> => {
  const end = new AbortController()
  const [person, ...agents] = ['person', 'agent 1', 'agent 2'].map(newCaller) as [Caller, Caller, Caller]
  const pauseMs = () => (vendor.windowMs / 20) * (0.65 + Math.random() * 0.7)
  const running = [
    repeat(person, gateways, { call: asPerson, twin: asTwin, pauseMs }, end.signal),
    ...agents.flatMap((caller) => Array.from({ length: atOnce }, () => repeat(caller, gateways, agent, end.signal))),
  ]
  while (vendor.windows.length <= windows) await sleep(20)
  end.abort()
  const seen = vendor.windows.slice(0, windows).map((window) => ({ ...window }))
  await Promise.all(running)
  return { callers: [person, ...agents], windows: seen }
}

const tableOf = ({ callers, windows }: Simulation): string =>
  [
    'window | answered | 429 by the vendor',
    ...windows.map(({ answered, refused }, index) => `${index + 1} | ${answered} | ${refused}`),
    'caller | calls | answered | RATE_LIMITED | failed | longest, ms | held, ms',
    ...callers.map((each) =>
      [each.name, each.calls, each.answered, each.refused, each.failed, each.longestMs, each.mostHeldMs].join(' | '),
    ),
  ].join('\n')

/** Requirements of every simulation: it is printed, so that a failure shows its course. */
export const expectFairUse = (simulation: Simulation, limit: number): void => {
  console.log(tableOf(simulation))
  for (const { answered, refused } of simulation.windows) {
    expect(refused).toBe(0)
    expect(answered).toBeGreaterThanOrEqual(0.95 * limit)
  }
  const [person, ...agents] = simulation.callers
  expect(person).toMatchObject({ refused: 0, failed: 0 })
  expect(person?.calls).toBeGreaterThan(10)
  expect(person?.mostHeldMs).toBeLessThanOrEqual(2000)
  for (const agent of agents) {
    expect(agent.failed).toBe(0)
    expect(agent.answered).toBeGreaterThan(10)
  }
}
