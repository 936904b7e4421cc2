import { canBeLinear } from '@patchbay/core/imported'
import { isPlain } from '@patchbay/core/schema'

/** The usable form of a document's regular expression. */
export interface CheckedPattern {
  /** The pattern in the form that the `u` flag takes. */
  readonly pattern: string
  /** The engine that matches it in a time that grows no faster than the text; `undefined`: none. */
  readonly engine: 'usual' | 'linear' | undefined
}

const isPattern = (source: string): boolean => {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

/** With the `u` flag only syntax characters may be escaped; documents escape others too, e.g. `\_`, and write `[\w-.]`. */
const unicode = (source: string): string =>
  source
    .replace(/^\/(.*)\/[a-z]*$/s, '$1')
    .replaceAll(/\\([^a-zA-Z0-9^$\\.*+?()[\]{}|/-])/g, '$1')
    .replaceAll(/(\\[wdsWDS])-(?=[^\]])/g, '$1\\-')

/** Outside of a class, the `u` flag takes no escaped hyphen. */
const withoutHyphens = (source: string): string =>
  source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\-/g, (part) => (part === '\\-' ? '-' : part))

const chooseEngine = (pattern: string): CheckedPattern['engine'] => {
  if (isPlain(pattern)) return 'usual'
  return canBeLinear(pattern) ? 'linear' : undefined
}

/** `undefined`: no regular expression can be made of it. */
export const checkPattern = (source: string): CheckedPattern | undefined => {
  const pattern = [source, unicode(source), withoutHyphens(unicode(source))].find(isPattern)
  return pattern === undefined ? undefined : { pattern, engine: chooseEngine(pattern) }
}
