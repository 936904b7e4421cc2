/** A request as a fake provider received it. */
export interface Recorded {
  readonly method: string
  /** Path and query, undecoded. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Reads a request whole. */
export const record = async (request: Request): Promise<Recorded> => ({
  method: request.method,
  url: request.url.slice(new URL(request.url).origin.length),
  headers: Object.fromEntries(request.headers),
  body: await request.text(),
})
