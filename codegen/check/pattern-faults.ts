import { checkSync, type Diagnostics } from 'recheck'

// Its analysis in JavaScript, in this thread: the other backends start a Java or a native process.
process.env.RECHECK_SYNC_BACKEND = 'pure'

/** The limits by time are off, so that a busy machine judges as an idle one does; those by steps hold. */
const limits = { timeout: 60_000, attackTimeout: null, incubationTimeout: null }

const judged = new Map<string, Diagnostics>()

const judge = (pattern: string): Diagnostics => {
  const diagnostics = judged.get(pattern) ?? checkSync(pattern, 'u', limits)
  judged.set(pattern, diagnostics)
  return diagnostics
}

/**
 * What is wrong with a regular expression that values, or the names of members, are matched against: callers choose these, so
 * matching must take time that grows with their length and no faster.
 */
export const patternFaults = (pattern: unknown, at: string): string[] => {
  if (typeof pattern !== 'string') return [`${at} has a pattern that is no string: write its source in quotes`]
  const named = `${at} has the pattern ${JSON.stringify(pattern)}`
  try {
    new RegExp(pattern, 'u')
  } catch {
    return [`${named}, which is no regular expression (with the u flag)`]
  }
  const diagnostics = judge(pattern)
  switch (diagnostics.status) {
    case 'safe':
      return []
    case 'vulnerable':
      return [
        `${named}, which can take ${diagnostics.complexity.type} time, e.g. on ${diagnostics.attack.pattern}: write it so that no text fits it in two ways`,
      ]
    case 'unknown':
      return [
        `${named}, of which it can't be found out how long it takes (${diagnostics.error.kind}): write a simpler one`,
      ]
  }
}

/** A linear pattern still takes its time on a long text. */
export const unboundedFaults = ({ pattern, maxLength }: Readonly<Record<string, unknown>>, at: string): string[] =>
  pattern === undefined || maxLength !== undefined
    ? []
    : [`${at} has a pattern without a maxLength: write { pattern, maxLength } with the longest value that is right`]
