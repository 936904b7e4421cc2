import { fixture } from '../call-path/fixture-provider.ts'
import { tokenOf } from '../client.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'
import { answer, type Behaviour, drop, startScripted } from '../providers/scripted.ts'

/** The probability that an answer is lost, both between vendor and gateway and between gateway and agent. */
const lossRate = 0.3
/** An agent that gets no answer sends the same again, so often in all. */
const mostTries = 6

export interface AgentRun {
  readonly over: 'rest' | 'mcp'
  /** Without keys the tenant refuses equal writes. */
  readonly keys: boolean
  readonly writes: number
  readonly seed: number
}

export interface AgentResult {
  /** Distinct writes that the agent meant. */
  readonly intents: number
  /** Writes that the vendor carried out. */
  readonly effects: number
  /** Writes that the vendor carried out more than once. */
  readonly doubled: number
  /** Writes that the vendor never got, although the agent was told that they were done. */
  readonly missing: number
  /** Writes that ended with an answer, or with a refusal that names the first call. */
  readonly answered: number
  readonly refused: number
  /** Answers that were lost. */
  readonly lost: number
}

/** The same numbers between 0 and 1 for the same seed (a linear congruential generator, as in "Numerical Recipes"). */
const createRandom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A vendor that counts what it carries out, and loses answers. */
const startCountingVendor = async (random: () => number, onLost: () => void) => {
  const effects = new Map<string, number>()
  const behaviour: Behaviour = (response, scene) => {
    const { name } = JSON.parse(scene.body) as { name: string }
    effects.set(name, (effects.get(name) ?? 0) + 1)
    if (random() >= lossRate / 2) return answer(201, { id: name })(response, scene)
    onLost()
    return drop()(response, scene)
  }
  return { effects, vendor: await startScripted(behaviour) }
}

interface Reply {
  readonly success?: boolean
  readonly code?: string
  readonly duplicate_of?: string
}

/** An agent that repeats each write until it has an answer or is told of the first call. */
export const runAgent = async ({ over, keys, writes, seed }: AgentRun): Promise<AgentResult> => {
  const random = createRandom(seed)
  let lost = 0
  const { effects, vendor } = await startCountingVendor(random, () => lost++)
  const gateway = await startTestGateway({
    domains: [domainOf(fixture)],
    env: { PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin }) },
  })
  try {
    await gateway.seed('acme', { fixture: 'a-credential' })
    if (!keys) await gateway.admin('PATCH', '/admin/tenants/acme', { options: { refuse_duplicates: 3600 } })

    const byRest = async (name: string): Promise<Reply> => {
      const headers: Record<string, string> = keys ? { 'idempotency-key': name } : {}
      return (await gateway.call('acme', 'fixture', { action: 'create', name }, { headers })).body
    }
    const byMcp = async (name: string): Promise<Reply> => {
      const args = { action: 'create', name, ...(keys && { idempotency_key: name }) }
      const { headers, body } = toolCall('modern', 'fixture', args)
      const sent = await gateway.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
      return sent.body.result.structuredContent
    }
    const ask = over === 'rest' ? byRest : byMcp

    /** `undefined`: the agent never learnt what became of it. */
    const write = async (name: string): Promise<'answered' | 'refused' | undefined> => {
      for (let tries = 0; tries < mostTries; tries++) {
        const reply = await ask(name)
        if (random() < lossRate / 2) {
          lost++
          continue
        }
        if (reply.success) return 'answered'
        if (reply.code === 'CONFLICT' && reply.duplicate_of !== undefined) return 'refused'
      }
      return undefined
    }

    const ends = new Map<string, 'answered' | 'refused' | undefined>()
    for (let n = 0; n < writes; n++) ends.set(`intent-${n}`, await write(`intent-${n}`))
    const counts = [...effects.values()]
    const count = (end: 'answered' | 'refused'): number => [...ends.values()].filter((each) => each === end).length
    return {
      intents: writes,
      effects: counts.reduce((sum, each) => sum + each, 0),
      doubled: counts.filter((each) => each > 1).length,
      missing: [...ends].filter(([name, end]) => end === 'answered' && !effects.has(name)).length,
      answered: count('answered'),
      refused: count('refused'),
      lost,
    }
  } finally {
    await gateway.stop()
    await vendor.stop()
  }
}

/** `bun test/effects/agent.ts [writes]`: prints what an agent's repeats do, over both surfaces, with and without keys. */
if (import.meta.main) {
  const writes = Number(process.argv[2] ?? 1000)
  for (const over of ['rest', 'mcp'] as const)
    for (const keys of [true, false])
      process.stdout.write(`${JSON.stringify({ over, keys, ...(await runAgent({ over, keys, writes, seed: 7 })) })}\n`)
}
