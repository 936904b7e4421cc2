import type { ErrorCode } from '@patchbay/core/errors'
import { errorCodes } from './error-codes.ts'
import { ref } from './openapi-components.ts'

type Code = (typeof errorCodes)[number]

/** The error answer for these codes, which all have the same status. */
const errorResponse = (codes: readonly Code[]) => {
  const [first] = codes
  return {
    description: codes.map(({ code, condition }) => `${code}: ${condition}`).join('. '),
    content: {
      'application/json': {
        schema: ref('schemas', 'Failure'),
        ...(first && { example: { error: first.condition, code: first.code, status: first.status } }),
      },
    },
  }
}

const byStatus = Map.groupBy(errorCodes, ({ status }) => status)
const statuses = [...byStatus.keys()].sort((a, b) => a - b)

/** The error answers of every call, by HTTP status; `default` is a provider's own error. */
export const callErrors = {
  ...Object.fromEntries(statuses.map((status) => [String(status), ref('responses', `Error${status}`)])),
  default: ref('responses', 'ErrorOfProvider'),
}

/** The components that `callErrors` refers to. */
export const callErrorResponses = {
  ...Object.fromEntries(statuses.map((status) => [`Error${status}`, errorResponse(byStatus.get(status) ?? [])])),
  ErrorOfProvider: {
    description: "UPSTREAM_ERROR with the provider's status",
    content: {
      'application/json': {
        schema: ref('schemas', 'Failure'),
        example: { error: 'HubSpot CRM answered 422', code: 'UPSTREAM_ERROR', status: 422 },
      },
    },
  },
}

/** The error answer to `If-Match` or `If-None-Match` that doesn't hold. */
export const preconditionFailed = errorResponse([
  { code: 'CONFLICT', status: 412, condition: 'The record does not match If-Match or If-None-Match' },
])

/** The error answers of an operation that has only these codes, by HTTP status. */
export const errorsOfCodes = (codes: readonly ErrorCode[]) => {
  const wanted = errorCodes.filter(({ code }) => (codes as readonly string[]).includes(code))
  const groups = [...Map.groupBy(wanted, ({ status }) => status)].sort(([a], [b]) => a - b)
  return Object.fromEntries(groups.map(([status, group]) => [String(status), errorResponse(group)]))
}
