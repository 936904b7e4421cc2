import { createStore } from './store.ts'

/** How much waits for somebody, in all: it stands in the title of the tab. */
export const attention = createStore(0)
