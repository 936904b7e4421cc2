/** One request of the walk. */
export interface HostileRequest {
  readonly route: string
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Made when it is sent: all of them together would take gigabytes. */
  readonly body?: () => string
}
