import { invalidRequest } from './stripe-error.ts'

export interface Form {
  readonly [name: string]: string | Form
}

/** `a[b][c]` -> `['a', 'b', 'c']`; `a[]` -> `['a', '']`. */
const pathOf = (name: string): string[] => {
  const [, head = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (head === '') throw invalidRequest(`Invalid parameter name: ${name}`)
  return [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
}

/**
 * Reads form-encoded nested parameters: `metadata[plan]=pro&items[0][price]=p&expand[]=customer`. Lists come out by
 * their indices. A parameter that is both a value and a list or object is refused, as Stripe does.
 */
export const parseForm = (encoded: string | URLSearchParams): Form => {
  const form: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = pathOf(name)
    let at = form
    for (const key of path.slice(0, -1)) {
      at[key] ??= Object.create(null)
      if (typeof at[key] !== 'object') throw invalidRequest(`Invalid object: ${name}`, { param: name })
      at = at[key] as Record<string, unknown>
    }
    const last = path.at(-1) || String(Object.keys(at).length)
    if (at[last] !== undefined) throw invalidRequest(`Parameter given twice: ${name}`, { param: name })
    at[last] = value
  }
  return form as Form
}
