import { createStore } from './store.ts'

/** A reader's choice of how lists look. It stays in this browser. */
interface ListLook {
  /** True for lower rows, of which a window holds more. */
  readonly isDense: boolean
  /** The titles of the columns that are left out, by the list's label. */
  readonly hidden: Readonly<Record<string, readonly string[]>>
}

const storageKey = 'patchbay-lists'
const none: ListLook = { isDense: false, hidden: {} }

const isTitles = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((title) => typeof title === 'string')

const readLook = (): ListLook => {
  try {
    const { isDense, hidden } = { ...none, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') }
    return {
      isDense: isDense === true,
      hidden: Object.fromEntries(Object.entries(hidden).filter(([, of]) => isTitles(of))) as ListLook['hidden'],
    }
  } catch {
    return none
  }
}

export const listLook = createStore(readLook())

/** The style sheet reads the attribute. */
export const applyDensity = (): boolean =>
  document.documentElement.toggleAttribute('data-dense', listLook.get().isDense)

const setLook = (look: ListLook): void => {
  localStorage.setItem(storageKey, JSON.stringify(look))
  listLook.set(look)
  applyDensity()
}

export const toggleDensity = (): void => setLook({ ...listLook.get(), isDense: !listLook.get().isDense })

/** Leaves the column out of the lists with this label, or shows it again. */
export const toggleColumn = (label: string, title: string): void => {
  const { hidden, ...look } = listLook.get()
  const before = hidden[label] ?? []
  const now = before.includes(title) ? before.filter((one) => one !== title) : [...before, title]
  setLook({ ...look, hidden: { ...hidden, [label]: now } })
}
