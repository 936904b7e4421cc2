import { createStore } from './store.ts'

/** The number of things that wait for a person, shown in the title of the tab. */
export const attention = createStore(0)
