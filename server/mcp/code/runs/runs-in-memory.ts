import type { CallAnswer } from '@patchbay/core/context'
import { GatewayError } from '@patchbay/core/errors'
import { LRUCache } from 'lru-cache'
import type { McpScope } from '../../mcp-scope.ts'
import type { ToolEffect } from '../../tools/tool-names.ts'
import type { StoppedRun } from './kept-runs.ts'

/** A started run. */
export interface BegunRun {
  readonly id: string
  readonly tenant: string
  readonly token: string | undefined
  readonly effect: ToolEffect
  readonly abort: AbortController
}

/** A run that somebody may still ask for. */
export interface CodeRun extends BegunRun {
  readonly result: Promise<CallAnswer>
}

/** A run that failed, with what mended code needs of it. */
interface FailedRunInMemory extends BegunRun {
  readonly stopped: StoppedRun
}

/** The most runs that are kept: each may have a result of a megabyte. */
const mostRuns = 32
const runMs = 10 * 60_000
/** The most runs of a tenant that run or wait for a place. */
const mostOfTenant = 8

/** The runs of this gateway: those that callers may ask for again, and how many of each tenant are open. */
export class RunsInMemory {
  readonly #runs = new LRUCache<string, CodeRun>({ max: mostRuns, ttl: runMs })
  readonly #failed = new LRUCache<string, FailedRunInMemory>({ max: mostRuns, ttl: runMs })
  readonly #open = new Map<string, number>()

  /** Throws UNAVAILABLE if too many runs of the tenant are open. */
  checkRoom({ tenant }: Pick<McpScope, 'tenant'>): void {
    if ((this.#open.get(tenant.id) ?? 0) >= mostOfTenant)
      throw new GatewayError('UNAVAILABLE', 'Too many runs of this tenant are open; try again', { retryAfter: 5 })
  }

  open({ tenant }: BegunRun): void {
    this.#open.set(tenant, (this.#open.get(tenant) ?? 0) + 1)
  }

  close({ tenant }: BegunRun): void {
    const open = (this.#open.get(tenant) ?? 0) - 1
    if (open > 0) this.#open.set(tenant, open)
    else this.#open.delete(tenant)
  }

  keep(run: CodeRun): void {
    this.#runs.set(run.id, run)
  }

  keepFailed(run: BegunRun, stopped: StoppedRun): void {
    this.#failed.set(run.id, { ...run, stopped })
  }

  /** The caller's own run that failed. */
  findFailed(
    { tenant, caller }: McpScope,
    id: string,
  ): { readonly stopped: StoppedRun; readonly effect: ToolEffect } | undefined {
    const run = this.#failed.get(id)
    return run?.tenant === tenant.id && run.token === caller.tokenId ? run : undefined
  }

  forget({ id }: BegunRun): void {
    this.#runs.delete(id)
  }

  /** The caller's own run; `undefined`: it isn't in the memory of this gateway. */
  find({ tenant, caller }: McpScope, effect: ToolEffect, id: string): CodeRun | undefined {
    const run = this.#runs.get(id)
    const isOwn = run?.tenant === tenant.id && run.token === caller.tokenId && run.effect === effect
    return isOwn ? run : undefined
  }
}
