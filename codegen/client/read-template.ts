import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the client as it is written, or with names and texts to replace. The compiler checks the template like other code. */
export const readTemplate = (name: 'index.ts' | 'actions.ts'): string =>
  readFileSync(join(import.meta.dirname, 'template', name), 'utf8')
