/** Loaded into a process before its program (`--preload`): at SIGUSR2 it writes how many objects of each type are on its heap to HEAP_FILE. */
import { heapStats } from 'bun:jsc'
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env.HEAP_FILE ?? ''
process.on('SIGUSR2', () => {
  writeFileSync(`${file}.new`, JSON.stringify(heapStats().objectTypeCounts))
  renameSync(`${file}.new`, file)
})
