import type { FunctionRun } from './record-runs.ts'

/** A file that is entered: a function of it is called from another file. */
export interface Step {
  readonly file: string
  /** The functions of the file that run until it is left, each once. */
  readonly functions: string[]
  /** Functions that call nothing of their own, by file: the reader looks them up on the way. */
  readonly words: Map<string, Set<string>>
  readonly steps: Step[]
}

const within = (run: FunctionRun): FunctionRun[] => [run, ...run.children.flatMap(within)]

const isEntry = ({ file, parent }: FunctionRun): boolean => file !== parent?.file

/** The files of a run that ask something of another file. All others are words: what one of their functions answers, its name says. */
const leadingFiles = (runs: readonly FunctionRun[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ file, children }) => (children.some((child) => child.file !== file) ? [file] : [])))

const addName = (names: string[], { name }: FunctionRun): void => {
  if (name !== '' && !names.includes(name)) names.push(name)
}

const addWord = ({ words }: Step, { file, name }: FunctionRun): void => {
  if (name !== '') words.set(file, (words.get(file) ?? new Set()).add(name))
}

/** The files that a request enters, as a reader comes to them. */
export const readRun = (first: FunctionRun): Step => {
  const leading = leadingFiles(within(first))

  const stepOf = (run: FunctionRun): Step => {
    const step: Step = { file: run.file, functions: [], words: new Map(), steps: [] }
    addName(step.functions, run)
    follow(step, run)
    return step
  }

  const follow = (step: Step, run: FunctionRun): void => {
    for (const child of run.children) {
      if (child.file === step.file) {
        addName(step.functions, child)
        follow(step, child)
      } else if (leading.has(child.file)) step.steps.push(stepOf(child))
      else for (const word of within(child)) addWord(step, word)
    }
  }
  return stepOf(first)
}

/**
 * A reader's returns to each file of a run: entries after another file was entered. `words` don't count: nobody looks them up twice.
 */
export const countReturns = (first: FunctionRun): ReadonlyMap<string, number> => {
  const runs = within(first)
  const leading = leadingFiles(runs)
  const entered = runs.filter(isEntry).toSorted((one, other) => one.number - other.number)
  const returns = new Map<string, number>()
  for (const [index, { file }] of entered.entries()) {
    if (leading.has(file) && entered[index - 1]?.file !== file) returns.set(file, (returns.get(file) ?? -1) + 1)
  }
  return returns
}
