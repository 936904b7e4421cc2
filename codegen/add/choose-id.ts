import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { providerIdForm } from '../import/index.ts'
import { type Node, toNode } from '../import/read/node.ts'
import type { KnownVendor } from '../import/vendors/vendor.ts'
import { readImportFile } from '../import/write/import-file.ts'
import type { Dialog } from './dialog.ts'

interface IdOptions {
  /** The id that the operator wants. */
  readonly id?: string | undefined
  readonly vendor?: KnownVendor
  /** The source's own title. */
  readonly title: string | undefined
  /** The end that an id gets where the name alone is taken. */
  readonly ending: 'api' | 'mcp'
  /** The address or path that was read, and the address of publication. */
  readonly sources: readonly string[]
  readonly folder: string
  readonly included: readonly string[]
  readonly dialog: Dialog
}

const longest = 24

const asId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, longest)
    .replace(/-+$/, '')

/** The title of a document. */
export const titleOf = (root: Node): string => String(toNode(root.info).title ?? '')

/** A title as an id, without the words that each one has. */
const ofTitle = (title: string): string =>
  asId(
    title
      .replaceAll(
        /\b(?:the|api|apis|rest|restful|http|open ?api|swagger|mcp|server|public|documentation|reference|v?\d+(?:\.\d+)*)\b/gi,
        ' ',
      )
      .trim(),
  )

const withEnd = (id: string, end: string): string => `${id.slice(0, longest - end.length - 1)}-${end}`

/** True if the folder of an id holds a plugin of the same source, which is renewed. */
const isOfSource = (folder: string, sources: readonly string[]): boolean => {
  const before = readImportFile(folder)?.source
  return before !== undefined && sources.some((one) => one === before || one.endsWith(`/${before}`))
}

const faultOf = (id: string, { folder, included, sources }: IdOptions): string | undefined => {
  if (!providerIdForm.test(id))
    return `an id is of small letters, digits and -, ${longest} at most, and begins with a letter`
  if (included.includes(id)) return `${id} is the id of an included provider`
  if (existsSync(join(folder, id)) && !isOfSource(join(folder, id), sources))
    return `${join(folder, id)} is another plugin`
  return undefined
}

/** A free id like the wanted one. */
const freeId = (wanted: string, options: IdOptions): string => {
  const candidates = [
    wanted,
    withEnd(wanted, options.ending),
    ...['2', '3', '4', '5'].map((end) => withEnd(wanted, end)),
  ]
  return candidates.find((id) => faultOf(id, options) === undefined) ?? wanted
}

/**
 * The id of the plugin: the requested one, or the vendor's name; else the person is asked. Throws Error for an id that
 * isn't free.
 */
export const chooseId = (options: IdOptions): string | Promise<string> => {
  const fault = (id: string): string | undefined => faultOf(id, options)
  if (options.id !== undefined) {
    const wrong = fault(options.id)
    if (wrong !== undefined) throw new Error(`--id ${options.id}: ${wrong}`)
    return options.id
  }
  const isMcp = options.ending === 'mcp'
  const name = options.vendor?.name ?? (ofTitle(options.title ?? '') || (isMcp ? 'team' : 'api'))
  // Beside the vendor's API, which has the name alone.
  const wanted = isMcp ? withEnd(name, 'mcp') : name
  const proposal = freeId(wanted, options)
  if (options.vendor && proposal === wanted) return wanted
  const isIncluded = options.included.includes(wanted)
  return options.dialog.write({
    id: 'id',
    message: 'Which id shall the plugin have?',
    reason: isIncluded
      ? `Patchbay includes ${wanted} already, which stays as it is beside this plugin`
      : 'callers and policies name it by its id',
    proposal,
    fault,
  })
}
