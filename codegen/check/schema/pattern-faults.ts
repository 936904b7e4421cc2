import { createRequire } from 'node:module'
import { isPlain, isSeparated } from '@patchbay/core/schema'
import type { checkSync, Diagnostics } from 'recheck'

/** Limits of time are off, so that busy and idle machines come to the same result; limits of steps apply. */
const limits = { timeout: 60_000, attackTimeout: null, incubationTimeout: null }

const diagnosed = new Map<string, Diagnostics>()

/**
 * Loaded by the first pattern that needs it: loading takes half a second, and a pattern up to several. The build for browsers is all
 * JavaScript, in this thread; the other starts a Java or native process.
 */
const loadRecheck = (): { readonly checkSync: typeof checkSync } =>
  createRequire(import.meta.url)('recheck/lib/browser.js')

const diagnosePattern = (pattern: string): Diagnostics => {
  const diagnostics = diagnosed.get(pattern) ?? loadRecheck().checkSync(pattern, 'u', limits)
  diagnosed.set(pattern, diagnostics)
  return diagnostics
}

/**
 * The fault of a regular expression. Callers choose the values and member names that it is matched against, so matching
 * must take time that grows no faster than their length.
 */
export const patternFaults = (pattern: unknown, at: string): string[] => {
  if (typeof pattern !== 'string') return [`${at} has a pattern that is not a string: write its source in quotes`]
  const named = `${at} has the pattern ${JSON.stringify(pattern)}`
  try {
    new RegExp(pattern, 'u')
  } catch {
    return [`${named}, which is not a regular expression with the u flag: escape what it takes for syntax`]
  }
  if (isPlain(pattern) || isSeparated(pattern)) return []
  const diagnostics = diagnosePattern(pattern)
  switch (diagnostics.status) {
    case 'safe':
      return []
    case 'vulnerable':
      return [
        `${named}, which can take ${diagnostics.complexity.type} time, e.g. on ${diagnostics.attack.pattern}: write it so that no text fits it in two ways`,
      ]
    case 'unknown':
      return [`${named}, whose time can't be determined (${diagnostics.error.kind}): write a simpler one`]
  }
}

/** Even a linear pattern is slow on a long text, so the text's length must be bounded. */
export const unboundedFaults = ({ pattern, maxLength }: Readonly<Record<string, unknown>>, at: string): string[] =>
  pattern === undefined || maxLength !== undefined
    ? []
    : [`${at} has a pattern without a maxLength: write { pattern, maxLength } with the longest value that is right`]
