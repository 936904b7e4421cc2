import type { Mongod } from '../../../test/mongodb.ts'
import { withDatabase } from '../../../test/mongodb-uri.ts'
import { newContact, newSearch, sameSearch } from '../calls/bodies.ts'
import { proxyCall, restCall } from '../calls/call-targets.ts'
import type { LoadTarget } from '../calls/fire.ts'
import { mcpCall, mcpList, protocolEras } from '../calls/mcp-targets.ts'
import { startNginx } from '../programs/nginx.ts'
import { startGateway } from '../programs/start-gateway.ts'
import { startProgram } from '../programs/start-program.ts'
import type { Upstream } from '../programs/start-upstream.ts'

/** A process under load. */
interface Subject {
  readonly origin: string
  /** Unset: its processor time isn't measured. */
  readonly pid?: number | undefined
  /** Unset: its allocations aren't counted. */
  readonly allocationLog?: string | undefined
  stop(): Promise<void>
}

/** One row of the bench's tables. */
export interface BenchRow extends Omit<Subject, 'origin' | 'stop'> {
  readonly name: string
  /** The name of the row that it is compared with. */
  readonly baseline: string
  /** The name of the row that does the least of what this one must do: the most that it can reach. Left out: it is no gateway's. */
  readonly bound?: string | undefined
  readonly target: LoadTarget
}

interface Around {
  readonly upstream: Upstream
  readonly mongod: Mongod
  /** The prefix of its databases' names. */
  readonly name: string
  readonly countAllocations?: boolean | undefined
}

/** A new process of each kind, all over the same provider. */
const startSubjects = async ({ upstream, mongod, name, countAllocations }: Around) => {
  const database = (suffix: string): string => withDatabase(mongod.uri, `${name}-${suffix}`)
  const proxy = (file: string, ...args: string[]): Promise<Subject> => startProgram(file, args, { countAllocations })
  const gateway = async (store = {}): Promise<Subject> => {
    const started = await startGateway({ ...upstream.environment, ...store }, { countAllocations })
    return { ...started, origin: started.url }
  }
  return {
    bare: await proxy('bare-proxy.ts', upstream.search),
    bareWrite: await proxy('bare-proxy.ts', upstream.create),
    audited: await proxy('audited-proxy.ts', upstream.search, 'fresh'),
    auditedKept: await proxy('audited-proxy.ts', upstream.search, 'kept'),
    auditedWrite: await proxy('audited-proxy.ts', upstream.create, 'write'),
    mongodbAudited: await proxy('audited-proxy.ts', upstream.search, 'fresh', database('fresh')),
    mongodbAuditedKept: await proxy('audited-proxy.ts', upstream.search, 'kept', database('kept')),
    mongodbAuditedWrite: await proxy('audited-proxy.ts', upstream.create, 'write', database('write')),
    mcp: await proxy('mcp-proxy.ts', upstream.search),
    // Not by Bun: nothing to count.
    nginx: countAllocations ? undefined : ((await startNginx(upstream.search)) satisfies Subject | undefined),
    gateway: await gateway(),
    mongodbGateway: await gateway({ MONGODB_URI: database('gateway') }),
  }
}

type Subjects = Awaited<ReturnType<typeof startSubjects>>

/** The row that all others are compared with, and the end of the names of those with large pages, which have one of their own. */
export const [bareRow, largePage] = ['bare Bun proxy', ', 100 contacts']

const rowOf =
  (baseline: string) =>
  (name: string, { pid, allocationLog }: Subject, target: LoadTarget, bound?: string): BenchRow => ({
    name,
    baseline,
    bound,
    target,
    pid,
    allocationLog,
  })

const smallRows = ({ nginx, ...subjects }: Subjects): BenchRow[] => {
  const row = rowOf(bareRow)
  const proxied = (name: string, subject: Subject, body = sameSearch): BenchRow =>
    row(name, subject, proxyCall(subject.origin, body))
  const called = (name: string, subject: Subject, bound: string): BenchRow[] => [
    row(`${name}, miss`, subject, restCall(subject.origin, newSearch), bound),
    row(`${name}, hit`, subject, restCall(subject.origin, sameSearch), `${bound}, kept answer`),
    row(`${name}, write`, subject, restCall(subject.origin, newContact), `${bound}, write`),
  ]
  const [audited, onMongodb] = ['bare proxy, audited', 'bare proxy, audited on MongoDB']
  const onSdk = (era: (typeof protocolEras)[number]): string => `bare MCP server, ${era}, tools/call`
  const { gateway } = subjects
  return [
    proxied(bareRow, subjects.bare),
    proxied('bare Bun proxy, write', subjects.bareWrite, newContact),
    ...(nginx ? [proxied('nginx', nginx)] : []),
    proxied(audited, subjects.audited),
    proxied(`${audited}, kept answer`, subjects.auditedKept),
    proxied(`${audited}, write`, subjects.auditedWrite, newContact),
    proxied(onMongodb, subjects.mongodbAudited),
    proxied(`${onMongodb}, kept answer`, subjects.mongodbAuditedKept),
    proxied(`${onMongodb}, write`, subjects.mongodbAuditedWrite, newContact),
    ...protocolEras.map((era) => row(onSdk(era), subjects.mcp, mcpCall(subjects.mcp.origin, era, newSearch))),
    ...called('gateway', gateway, audited),
    ...called('gateway on MongoDB', subjects.mongodbGateway, onMongodb),
    ...protocolEras.flatMap((era) => [
      row(`MCP ${era}, tools/call, miss`, gateway, mcpCall(gateway.origin, era, newSearch), onSdk(era)),
      row(`MCP ${era}, tools/call, hit`, gateway, mcpCall(gateway.origin, era, sameSearch)),
      row(`MCP ${era}, tools/list, 20 domains`, gateway, mcpList(gateway.origin, era)),
    ]),
  ]
}

const largeRows = ({ bare, nginx, audited, gateway, mongodbGateway }: Subjects): BenchRow[] => {
  const row = rowOf(`${bareRow}${largePage}`)
  const [miss, hit] = [() => newSearch(100), () => sameSearch(100)]
  const proxied = (name: string, subject: Subject): BenchRow =>
    row(`${name}${largePage}`, subject, proxyCall(subject.origin, hit))
  const called = (name: string, subject: Subject, body: () => string): BenchRow =>
    row(`${name}${largePage}`, subject, restCall(subject.origin, body))
  return [
    proxied(bareRow, bare),
    ...(nginx ? [proxied('nginx', nginx)] : []),
    proxied('bare proxy, audited', audited),
    called('gateway, miss', gateway, miss),
    called('gateway, hit', gateway, hit),
    called('gateway on MongoDB, miss', mongodbGateway, miss),
    called('gateway on MongoDB, hit', mongodbGateway, hit),
  ]
}

/** The rows of one run, each on a process that was started for it. */
export const startRows = async (around: Around) => {
  const subjects = await startSubjects(around)
  return {
    rows: [...smallRows(subjects), ...largeRows(subjects)],
    async stop(): Promise<void> {
      for (const subject of Object.values(subjects)) await subject?.stop()
    },
  }
}
