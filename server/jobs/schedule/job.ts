/** One unit of work that a schedule runs. */
export interface Job {
  /** E.g. `refresh-tokens`: unique, and what `GET /admin/crons` shows. */
  readonly name: string
  /** Five fields, UTC; from the configuration. */
  readonly cron: string
  /**
   * The members of a run's result that count changes and failed changes. A run in which they are all 0 or absent leaves no audit
   * entry: such entries would fill the log.
   */
  readonly changes: readonly string[]
  /**
   * @param signal - aborted when the gateway stops: finish or give up soon
   * @returns a small JSON result without secrets, for `GET /admin/crons` and `POST /admin/run-cron`
   * @throws anything: the run counts as failed and is audited as such
   */
  run(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
}
