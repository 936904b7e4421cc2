import { createHash } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import { LRUCache } from 'lru-cache'
import type { McpScope } from '../../mcp-scope.ts'

/** A call as its caller sees it: the same one fails in the same way until something changes. */
export interface RepeatedCall {
  readonly tool: string
  readonly args: ToolArguments
}

/** Remembers calls that keep failing, so that a model in a loop is warned and the provider is spared. */
export interface RepeatedFailures {
  /** The error of a call that failed so often that it isn't sent again for now. */
  refusal(scope: McpScope, call: RepeatedCall): GatewayError | undefined
  /** Counts a failure that would be the same at the next try. */
  failed(scope: McpScope, call: RepeatedCall, error: GatewayError): void
  worked(scope: McpScope, call: RepeatedCall): void
}

/** The failures within a window after which the same call is answered from memory for as long. */
export const mostFailures = 5
const windowMs = 60_000
const mostRemembered = 10_000

/** The statuses of failures that only another call, or a person, can mend. A 401 may be mended by a new credential. */
const lastingStatuses: ReadonlySet<number> = new Set([400, 403, 404])

/** True for failures that last. A missing credential may be resolved at any time by connecting the account. */
const isLasting = ({ status, code }: GatewayError): boolean => lastingStatuses.has(status) && code !== 'TOKEN_MISSING'

interface Failures {
  /** The tenant and access of the call: a changed configuration or policy, which may resolve the failure, is another object. */
  readonly tenant: McpScope['tenant']
  readonly access: McpScope['caller']['access']
  /** The times of the latest failures, the oldest first. */
  readonly times: readonly number[]
  readonly error: GatewayError
}

const buildKey = ({ caller }: McpScope, { tool, args }: RepeatedCall): string =>
  createHash('sha256')
    .update(JSON.stringify([caller.tokenId, tool, args]))
    .digest('base64')

const rememberedError = ({ code, message, status, extras }: GatewayError): GatewayError => {
  const { details, accounts, next, scope } = extras
  const text = `${message} (not sent again: this same call failed ${mostFailures} times within a minute; change it, or do something else)`
  return new GatewayError(code, text, {
    status,
    details,
    accounts,
    next,
    scope,
    reason: 'failed before, not sent again',
  })
}

export const createRepeatedFailures = (now = () => performance.now()): RepeatedFailures => {
  const remembered = new LRUCache<string, Failures>({ max: mostRemembered })

  const find = (scope: McpScope, key: string): Failures | undefined => {
    const failures = remembered.get(key)
    return failures?.tenant === scope.tenant && failures.access === scope.caller.access ? failures : undefined
  }

  return {
    refusal(scope, call) {
      if (remembered.size === 0) return
      const failures = find(scope, buildKey(scope, call))
      const last = failures?.times[mostFailures - 1]
      if (!failures || last === undefined || now() - last > windowMs) return
      return rememberedError(failures.error)
    },
    failed(scope, call, error) {
      if (!isLasting(error)) return
      const key = buildKey(scope, call)
      const before = find(scope, key)?.times.filter((time) => now() - time <= windowMs) ?? []
      const { tenant, caller } = scope
      remembered.set(key, { tenant, access: caller.access, times: [...before, now()].slice(-mostFailures), error })
    },
    worked(scope, call) {
      if (remembered.size > 0) remembered.delete(buildKey(scope, call))
    },
  }
}
