import { type Answer, type Failure, messageAt } from '@patchbay/core/provider'

const message = messageAt('/errorMessages/0', '/message')

/** Texts in `errorMessages`, or in `errors` by the names of fields: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes */
export const failure = (body: unknown, answer: Answer): Failure | undefined => {
  const field = Object.entries(Object(Object(body).errors)).find(([, text]) => typeof text === 'string')
  return message(body, answer) ?? (answer.status >= 400 && field ? { message: field.join(': ') } : undefined)
}
