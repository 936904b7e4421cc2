/** The rules of an OAuth grant, as its scope holds them. */
export interface GrantRules {
  /** `null`: whatever the user's token may do. */
  readonly allow: readonly string[] | null
  readonly ask: readonly string[]
}

const askForm = /^ask:(.+:.+)$/

/**
 * Reads a scope: each text is a pattern that is allowed or, after `ask:`, one that waits for a person's yes.
 * @example parseGrantScope('hubspot:write ask:hubspot:write') // { allow: ['hubspot:write'], ask: ['hubspot:write'] }
 */
export const parseGrantScope = (scope: string | null | undefined): GrantRules => {
  const texts = (scope ?? '').split(' ').filter((text) => text !== '')
  const allow = texts.filter((text) => !askForm.test(text))
  const ask = texts.flatMap((text) => askForm.exec(text)?.[1] ?? [])
  return { allow: allow.length > 0 ? allow : null, ask }
}

export const printGrantScope = ({ allow, ask }: GrantRules): string =>
  [...(allow ?? []), ...new Set(ask.map((pattern) => `ask:${pattern}`))].join(' ')
