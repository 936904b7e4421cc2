import type { Slice, SliceAction, SliceParameter } from './slice.ts'

type Stored<P> = Omit<SliceAction, 'params'> & { readonly params: Readonly<Record<string, P>> }

/** How `document.json` holds a slice: a parameter that several actions have stands once, and the actions name it. */
export interface StoredSlice extends Omit<Slice, 'actions'> {
  readonly parameters?: Readonly<Record<string, SliceParameter>>
  readonly actions: Readonly<Record<string, Stored<SliceParameter | string>>>
}

/** The slice, whose actions then share what they had named. */
export const restored = ({ parameters = {}, ...stored }: StoredSlice): Slice => {
  const whole = (params: Stored<SliceParameter | string>['params']): SliceAction['params'] =>
    Object.fromEntries(
      Object.entries(params).flatMap(([name, parameter]) => {
        const found = typeof parameter === 'string' ? parameters[parameter] : parameter
        return found ? [[name, found] as const] : []
      }),
    )
  const actions = Object.entries(stored.actions).map(
    ([name, action]) => [name, { ...action, params: whole(action.params) }] as const,
  )
  return { ...stored, actions: Object.fromEntries(actions) }
}

/** The slice as it is stored. */
export const storedSlice = ({ actions, ...slice }: Slice): StoredSlice => {
  const counts = new Map<string, number>()
  for (const { params } of Object.values(actions)) {
    for (const entry of Object.entries(params)) {
      const text = JSON.stringify(entry)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  const parameters = new Map<string, SliceParameter>()
  const names = new Map<string, string>()
  const named = (entry: readonly [string, SliceParameter]): SliceParameter | string => {
    const text = JSON.stringify(entry)
    const [base, parameter] = entry
    if ((counts.get(text) ?? 0) < 2) return parameter
    let name = names.get(text) ?? base
    for (let count = 2; !names.has(text) && parameters.has(name); count++) name = `${base}_${count}`
    names.set(text, name)
    parameters.set(name, parameter)
    return name
  }
  const all = Object.entries(actions).map(([name, action]) => {
    const params = Object.entries(action.params).map((entry) => [entry[0], named(entry)] as const)
    return [name, { ...action, params: Object.fromEntries(params) }] as const
  })
  return {
    ...slice,
    actions: Object.fromEntries(all),
    ...(parameters.size > 0 && { parameters: Object.fromEntries(parameters) }),
  }
}
