/** HubSpot's error body, thrown anywhere in the fake. https://developers.hubspot.com/docs/api-reference/error-handling */
export class HubspotError extends Error {
  constructor(
    readonly status: number,
    readonly category: string,
    message: string,
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }

  body(correlationId: string) {
    const { message, category } = this
    return { status: 'error', message, correlationId, category, ...this.more }
  }
}

export const invalidInput = (message: string): HubspotError => new HubspotError(400, 'VALIDATION_ERROR', message)

export const notFound = (what: string): HubspotError => new HubspotError(404, 'OBJECT_NOT_FOUND', `${what} not found`)

/** The error of a status that the fake was told to answer with. */
export const errorOf = (status: number): HubspotError => {
  if (status === 401)
    return new HubspotError(401, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired')
  if (status === 403) return new HubspotError(403, 'MISSING_SCOPES', 'This app lacks required scopes')
  if (status !== 429) return new HubspotError(status, 'INTERNAL_ERROR', `HubSpot answered ${status}`)
  return new HubspotError(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.', {
    errorType: 'RATE_LIMIT',
    policyName: 'TEN_SECONDLY_ROLLING',
  })
}
