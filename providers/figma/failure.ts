import { meaningAt, messageAt } from '@patchbay/core/provider'

/** Messages about an invalid or expired token: they come with 403, as a missing scope does. */
const refusals = ['Invalid token', 'Token expired']
const message = messageAt('/err', '/message')

/** `{status, err}` or `{error: true, status, message}`: https://developers.figma.com/docs/rest-api/errors */
export const failure = meaningAt(
  '/err',
  refusals,
  { status: 401 },
  meaningAt('/message', refusals, { status: 401 }, message),
)
