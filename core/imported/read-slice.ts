import { readFileSync } from 'node:fs'
import type { Slice } from './slice.ts'

/** Reads a `document.json` when it is needed. Synchronous, because a document of a thousand operations takes 3 ms. */
export const readSlice = (file: string) => (): Slice => JSON.parse(readFileSync(file, 'utf8')) as Slice
