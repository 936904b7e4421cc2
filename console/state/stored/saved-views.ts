import type { Search } from '../search.ts'
import { createStore } from './store.ts'

/** Filters of the log that somebody named. */
interface SavedView {
  readonly name: string
  readonly search: Search
}

/** They stay in this browser. */
const storageKey = 'patchbay-log-views'
const mostViews = 30

const readViews = (): readonly SavedView[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((view) => typeof view?.name === 'string' && view.search) : []
  } catch {
    return []
  }
}

export const savedViews = createStore(readViews())

const store = (views: readonly SavedView[]): void => {
  localStorage.setItem(storageKey, JSON.stringify(views))
  savedViews.set(views)
}

const others = (name: string) => savedViews.get().filter((view) => view.name !== name)

/** The newest is the first; one of the same name is replaced. */
export const saveView = (view: SavedView): void => store([view, ...others(view.name)].slice(0, mostViews))

export const removeView = (name: string): void => store(others(name))
