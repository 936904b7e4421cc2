/** A request that is wrong, and what must be answered. */
export interface Malformed {
  readonly name: string
  /** Method and target, as they go over the wire; a call to HubSpot if left out. */
  readonly line?: string
  /** In place of the usual ones (content type and length, the credential of the mount), or beside them; `null`: not sent. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Header lines besides, for a name that is there twice. */
  readonly more?: readonly string[]
  readonly body?: string | Uint8Array
  readonly status: number
  readonly code: string
  readonly allow?: string
}

/** A group of requests that are all wrong in the same way. */
export const refused = (
  status: number,
  code: string,
  cases: Readonly<Record<string, Omit<Malformed, 'name' | 'status' | 'code'>>>,
): Malformed[] => Object.entries(cases).map(([name, wrong]) => ({ ...wrong, name, status, code }))

/** The same for bodies that are sent to one place. */
export const refusedBodies = (
  line: string,
  bodies: Readonly<Record<string, string | Uint8Array>>,
  status = 400,
  code = 'VALIDATION_ERROR',
): Malformed[] =>
  refused(status, code, Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, { line, body }])))
