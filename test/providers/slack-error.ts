/** Slack's error, thrown anywhere in the fake; sent with status 200 unless it says another. */
export class SlackError extends Error {
  constructor(
    /** Slack's name for it, e.g. `channel_not_found`. */
    readonly error: string,
    readonly more: Readonly<Record<string, unknown>> = {},
    readonly status = 200,
  ) {
    super(error)
  }

  body() {
    return { ok: false, error: this.error, ...this.more }
  }
}

/** The error of a status that the fake was told to answer with. https://docs.slack.dev/apis/web-api/rate-limits */
export const errorOf = (status: number): SlackError => {
  if (status === 429) return new SlackError('ratelimited', {}, 429)
  // A workspace on its way into an organisation answers this for a while, with 200.
  if (status === 200) return new SlackError('team_added_to_org')
  return new SlackError(status === 503 ? 'service_unavailable' : 'internal_error', {}, status)
}
