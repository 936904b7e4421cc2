import { type AdminApi, CommandError, column, showTable, type Terminal } from '@patchbay/cli'
import type { Domain } from '@patchbay/core/schema'
import { showJson, showText } from '@patchbay/core/shown-text'
import { gatewaySteps, tokenUrls } from './gateway.ts'
import type { IncomingEntry } from './incoming.ts'
import { type MoveOutcome, type MoveParts, moveAccount } from './move.ts'

export interface ImportChoices extends Pick<MoveParts, 'isDryRun' | 'removesSource'> {
  readonly isJson: boolean
  readonly domains: readonly Domain[]
}

export interface Line extends MoveOutcome {
  readonly source: string
  readonly tenant: string | null
  readonly provider: string | null
  readonly account: string | null
}

const columns = [
  column('source'),
  column('tenant'),
  column('provider'),
  column('account'),
  column('result'),
  column('note'),
]

const toLine = (entry: IncomingEntry, outcome: MoveOutcome): Line => {
  if (!('incoming' in entry)) return { source: entry.source, tenant: null, provider: null, account: null, ...outcome }
  const { source, tenant, provider, account } = entry.incoming
  return { source, tenant, provider, account, ...outcome }
}

const summarizeLines = (lines: readonly Line[]): string => {
  const results = ['moved', 'works already', 'would move', 'failed'] as const
  const counts = results.map((each) => [lines.filter(({ result }) => result === each).length, each] as const)
  const texts = counts.filter(([count]) => count > 0).map(([count, each]) => `${count} ${each}`)
  return `${lines.length} connections: ${texts.join(', ') || 'none'}`
}

/** Warns how long both sides can keep refresh tokens that work only once. */
const warnOfSharing = (lines: readonly Line[], { say }: Terminal): void => {
  const shared = lines.flatMap(({ sharedUntil, provider }) =>
    sharedUntil === undefined ? [] : [{ sharedUntil, provider }],
  )
  if (shared.length === 0) return
  const providers = [...new Set(shared.map(({ provider }) => provider))].join(', ')
  const soonest = new Date(1000 * Math.min(...shared.map(({ sharedUntil }) => sharedUntil))).toISOString()
  say(
    `${shared.length} accounts (${providers}) have refresh tokens that work only once: the first side to refresh locks out the other.`,
  )
  say(`Send all calls to the gateway, then run this command again with --delete-source, before ${soonest}.`)
}

/** The results so far, also when the run ended early. */
const show = (lines: readonly Line[], isJson: boolean, terminal: Terminal): void => {
  terminal.progress(undefined)
  if (isJson) terminal.out(showJson({ connections: lines }, 2))
  else showTable(columns, lines, terminal)
  terminal.say(summarizeLines(lines))
  warnOfSharing(lines, terminal)
}

/** Moves the accounts one after the other and shows the result of each. `onLine` is called immediately for each. Throws CommandError. */
export const importConnections = async (
  api: AdminApi,
  entries: readonly IncomingEntry[],
  { isDryRun, removesSource, isJson, domains }: ImportChoices,
  terminal: Terminal,
  onLine: (line: Line) => void = () => undefined,
): Promise<void> => {
  const parts: MoveParts = {
    steps: gatewaySteps(api),
    domains: new Map(domains.map((domain) => [domain.provider.id, domain])),
    tokenUrlOf: await tokenUrls(api),
    isDryRun,
    removesSource,
  }
  const sources = new Map<string, string>()
  const moveEntry = async (entry: IncomingEntry): Promise<MoveOutcome> => {
    if (!('incoming' in entry)) return { result: 'failed', note: entry.unfit }
    const { tenant, provider, account, source } = entry.incoming
    const key = `${tenant}/${provider}/${account}`
    const other = sources.get(key)
    if (other !== undefined) return { result: 'failed', note: `${other} has the same tenant, provider and account` }
    sources.set(key, source)
    return await moveAccount(parts, entry)
  }
  const lines: Line[] = []
  try {
    for (const entry of entries) {
      const source = 'incoming' in entry ? entry.incoming.source : entry.source
      terminal.progress(showText(`${lines.length + 1} of ${entries.length}: ${source}`))
      const line = toLine(entry, await moveEntry(entry))
      lines.push(line)
      onLine(line)
    }
  } finally {
    show(lines, isJson, terminal)
  }
  const bad = lines.filter(({ result }) => result === 'failed').length
  const are = isDryRun ? "can't be" : 'are not'
  if (bad > 0)
    throw new CommandError(
      'failed',
      `${bad} of ${lines.length} connections ${are} moved; see the table for the reasons`,
    )
}
