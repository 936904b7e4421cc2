/** The reason why a plugin is refused, and what to change. */
export interface Problem {
  /** Relative to the project's root. */
  readonly file: string
  /** The line, from 1; unset if it isn't known (yet). */
  readonly line?: number
  readonly provider?: string
  readonly action?: string | undefined
  readonly message: string
  /** The declaration to find in the file; unset: the provider's. */
  readonly name?: string
  /** The member of that declaration, e.g. `['params', 'owner']`. */
  readonly member?: readonly string[]
}

/** `providers/crm/companies.ts:12: crm.search_companies: what is wrong` */
export const problemLine = ({ file, line, provider, action, message }: Problem): string =>
  [line === undefined ? file : `${file}:${line}`, [provider, action].filter(Boolean).join('.'), message]
    .filter(Boolean)
    .join(': ')
