/**
 * Loaded into a process before its program (`--preload`): at SIGWINCH it writes to HEAP_FILE how many objects of each type are on its heap, at
 * SIGURG how many bytes are alive after a full collection.
 */
import { heapStats } from 'bun:jsc'
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env.HEAP_FILE ?? ''
const tell = (value: object): void => {
  writeFileSync(`${file}.new`, JSON.stringify(value))
  renameSync(`${file}.new`, file)
}
process.on('SIGWINCH', () => tell(heapStats().objectTypeCounts))
process.on('SIGURG', () => {
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  tell({ heapSize, extraMemorySize })
})
