import { readFileSync } from 'node:fs'
import type { Slice } from './slice.ts'
import { restored } from './stored-slice.ts'

/** Reads a `document.json` when it is needed. Synchronous, because a document of a thousand operations takes 3 ms. */
export const readSlice = (file: string) => (): Slice => restored(JSON.parse(readFileSync(file, 'utf8')))
