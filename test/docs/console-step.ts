/** A step in the console, as `fifteen-jobs.ts` writes it in a line. */
export type ConsoleStep =
  | { readonly kind: 'click' | 'check'; readonly name: string; readonly row: string | undefined }
  | { readonly kind: 'type' | 'choose'; readonly value: string; readonly field: string }
  | { readonly kind: 'press'; readonly value: string }
  | { readonly kind: 'run'; readonly value: string }

/** Throws Error for a line that is not a step. */
export const readStep = (line: string): ConsoleStep => {
  const [, kind = '', rest = ''] = /^(\w+) (.+)$/.exec(line) ?? []
  const [, value = '', field = ''] = /^(.+) (?:into|for) (.+)$/.exec(rest) ?? []
  const [, name = rest, row] = /^(.+) in (.+)$/.exec(rest) ?? []
  if (kind === 'click' || kind === 'check') return { kind, name, row }
  if (kind === 'press' || kind === 'run') return { kind, value: rest }
  if ((kind === 'type' || kind === 'choose') && field !== '') return { kind, value, field }
  throw new Error(`"${line}" is not a step in the console`)
}

/** The cost of a step: clicks, keys, fields and commands, and the typed characters. A choice is two clicks. */
export const costOf = (line: string): { readonly actions: number; readonly characters: number } => {
  const step = readStep(line)
  if (step.kind === 'choose') return { actions: 2, characters: 0 }
  const characters = step.kind === 'type' || step.kind === 'run' ? step.value.length : 0
  return { actions: 1, characters }
}
