import type { ObjectExpression } from '../../source/expression.ts'
import { printMembers } from '../../source/print.ts'
import type { OfferedLine, Question } from '../ask/question.ts'
import type { LeftOut } from '../read/left-out.ts'

/** A guess that an import wrote into overlay.ts, with its reason. */
export interface Guess {
  readonly id: string
  readonly overlay: ObjectExpression
  readonly reason: string
}

/** The report of an import. */
export interface ImportReport {
  readonly operations: number
  readonly actions: number
  readonly leftOut: readonly LeftOut[]
  readonly questions: readonly Question[]
  /** Guesses that were written into overlay.ts. */
  readonly guesses: readonly Guess[]
  readonly changes: readonly string[]
  /** Other origins to which the credential is sent. */
  readonly origins: readonly string[]
  /** Deprecated actions, which callers have only if the overlay keeps them. */
  readonly hidden: readonly string[]
}

/** Text from a document for a terminal: without characters that would move the cursor or colour the line. */
export const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')

/** The parts left out, grouped by reason: a document of a thousand operations repeats some faults a thousand times. */
const leftOutLines = (leftOut: readonly LeftOut[]): string[] => {
  const byReason = Map.groupBy(leftOut, ({ what, reason }) => `${what.padEnd(10)}  ${reason}`)
  return [...byReason].map(
    ([line, all]) => `${String(all.length).padStart(5)}  ${line}  ${all[0]?.pointer}${all.length > 1 ? ', ...' : ''}`,
  )
}

const questionLines = (questions: readonly Question[]): string[] =>
  questions.flatMap(({ question, guess, reason, meanwhile, overlay, id, alternatives = [] }) => [
    `  ? ${question}`,
    `      probably ${guess}: ${reason}. Until you decide: ${meanwhile}`,
    overlay === undefined
      ? `      import.json: "choices": { ${JSON.stringify(id)}: "yes" }`
      : `      overlay.ts: ${printMembers(overlay)}`,
    ...alternatives
      .slice(1)
      .map((other) => `      or: ${printMembers(other.overlay)}${other.about ? ` (${other.about})` : ''}`),
  ])

const guessLines = (guesses: readonly Guess[]): string[] =>
  guesses.flatMap(({ overlay, reason }) => [`  + ${printMembers(overlay)}`, `      ${reason}`])

interface Printed {
  readonly overlay?: ObjectExpression
  readonly alternatives?: readonly OfferedLine[]
}

const printed = <T extends Printed>({ overlay, alternatives, ...more }: T): object => ({
  ...more,
  ...(overlay && { overlay: printMembers(overlay) }),
  ...(alternatives && { alternatives: alternatives.map((one) => printed(one)) }),
})

/** The report as `--report` writes it. */
export const reportJson = ({ questions, guesses, ...report }: ImportReport): string => {
  const open = questions.map(({ isSure: _, ...question }) => printed(question))
  return `${JSON.stringify({ ...report, questions: open, guesses: guesses.map((one) => printed(one)) }, null, 2)}\n`
}

/** The report as people read it. */
export const reportText = ({
  operations,
  actions,
  leftOut,
  questions,
  guesses,
  changes,
  origins,
  hidden,
}: ImportReport): string =>
  [
    `${actions} actions of ${operations} operations`,
    ...(origins.length > 0
      ? [
          '',
          "the account's credential is also sent to, by servers of single operations:",
          ...origins.map((origin) => `  ${origin}`),
        ]
      : []),
    ...(hidden.length > 0
      ? [
          '',
          'hidden, because the document deprecates them (`keep` in overlay.ts brings them back):',
          `  ${hidden.join(', ')}`,
        ]
      : []),
    ...(leftOut.length > 0 ? ['', 'left out:', ...leftOutLines(leftOut)] : []),
    ...(guesses.length > 0 ? ['', 'written into overlay.ts, for you to check:', ...guessLines(guesses)] : []),
    ...(questions.length > 0 ? ['', "what the document doesn't say:", ...questionLines(questions)] : []),
    ...(changes.length > 0 ? ['', 'changed since the last import:', ...changes.map((line) => `  ${line}`)] : []),
  ]
    .map(printable)
    .join('\n')
