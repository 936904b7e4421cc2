/** Loaded into a process before its program (`--preload`): at SIGWINCH it writes how many objects of each type are on its heap to HEAP_FILE. */
import { heapStats } from 'bun:jsc'
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env.HEAP_FILE ?? ''
process.on('SIGWINCH', () => {
  writeFileSync(`${file}.new`, JSON.stringify(heapStats().objectTypeCounts))
  renameSync(`${file}.new`, file)
})
