import { asGatewayError, type Detail, type GatewayError } from '@patchbay/core/errors'
import type { Logger } from 'pino'
import { type DocsUrl, errorEnvelope } from '../../../http/error-envelope.ts'
import type { McpScope } from '../../mcp-scope.ts'
import type { ToolRun } from '../tool-run.ts'
import { fitError } from './fit-answer.ts'
import { mostFailures } from './repeated-failures.ts'

export interface FailureFacts {
  /** The conversions of the arguments, as far as they were read. */
  readonly coerced?: readonly Detail[]
  /** True if the same call failed so often that it wasn't sent again. */
  readonly isAgain?: boolean
}

/** Builds the result of a failed tool, by which models correct their call. */
export type FailRun = (thrown: unknown, scope: McpScope, facts?: FailureFacts) => ToolRun

/** The request to the person; the address leads to a page with the details. */
const toConnect = ({ code }: GatewayError): string =>
  code === 'TOKEN_MISSING'
    ? 'This tool needs an account that is not connected yet. Open the page to connect it, then continue here.'
    : 'This tool needs an account that has to be connected again. Open the page to connect it, then continue here.'

export const createFailRun =
  ({ docsUrl, log }: { readonly docsUrl: DocsUrl; readonly log: Logger }): FailRun =>
  (thrown, scope, { coerced = [], isAgain = false } = {}) => {
    const error = asGatewayError(thrown)
    const { requestId } = scope.caller.arrival
    if (error.code === 'RATE_LIMITED') scope.addToReport({ limits: error.extras.headers })
    if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause, request_id: requestId }, error.message)
    const shown = { ...errorEnvelope(error, requestId, 'caller', docsUrl), ...(isAgain && { again: mostFailures }) }
    const envelope = fitError(shown, coerced, scope.resultBytes)
    const url = scope.elicitation && error.extras.connectUrl
    return {
      envelope,
      isError: true,
      code: error.code,
      ...(url && { elicitation: { url, message: toConnect(error) } }),
    }
  }
