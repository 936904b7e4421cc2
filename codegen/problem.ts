/** Why a plugin is refused, and what to change. */
export interface Problem {
  /** Relative to the project's root. */
  readonly file: string
  readonly provider?: string
  readonly action?: string
  readonly message: string
}

/** `providers/crm/actions/search.ts: crm.search: what is wrong` */
export const problemLine = ({ file, provider, action, message }: Problem): string =>
  [file, [provider, action].filter(Boolean).join('.'), message].filter(Boolean).join(': ')
