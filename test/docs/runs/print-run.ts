import { readRun, type Step } from './read-run.ts'
import type { FunctionRun } from './record-runs.ts'

const width = 120

/** Texts one after the other, in lines of which each begins with `indent`. */
const wrapped = (texts: readonly string[], between: string, indent: string): string[] => {
  const lines: string[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + between.length + text.length <= width) {
      lines[lines.length - 1] = last + between + text
    } else lines.push(indent + text)
  }
  return lines
}

/** The last word of a file's path that says something. */
const nameOf = (file: string): string => /([^/]+?)(?:\/index)?\.ts$/.exec(file)?.[1] ?? file

const linesOf = ({ file, functions, words, steps }: Step, depth: number): string[] => {
  const indent = '  '.repeat(depth)
  const asked = [...words].map(([word, names]) => `${nameOf(word)}(${[...names].join(' ')})`)
  return [
    indent + file,
    ...wrapped(functions, ' ', `${indent}    : `),
    ...wrapped(asked, ' ', `${indent}    ? `),
    ...steps.flatMap((step) => linesOf(step, depth + 1)),
  ]
}

/** The files that a run enters, with their functions behind a colon and the words that these look up behind a question mark. */
export const printRun = (run: FunctionRun): string => linesOf(readRun(run), 0).join('\n')
