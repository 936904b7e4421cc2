import type { LeftOut } from './left-out.ts'
import type { Question } from './questions.ts'

/** What `--report` writes. */
export interface Report {
  readonly operations: number
  readonly actions: number
  readonly leftOut: readonly LeftOut[]
  readonly questions: readonly Question[]
  readonly changes: readonly string[]
  /** Other origins to which the credential is sent. */
  readonly origins: readonly string[]
}

/** Text from a document in a terminal: without what would move the cursor or colour the line. */
const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')

/** What was left out, with equal reasons together: a document of a thousand operations says some things a thousand times. */
const leftOutLines = (leftOut: readonly LeftOut[]): string[] => {
  const byReason = Map.groupBy(leftOut, ({ what, reason }) => `${what.padEnd(10)}  ${reason}`)
  return [...byReason].map(
    ([line, all]) => `${String(all.length).padStart(5)}  ${line}  ${all[0]?.pointer}${all.length > 1 ? ', ...' : ''}`,
  )
}

const questionLines = (questions: readonly Question[]): string[] =>
  questions.flatMap(({ question, guess, reason, meanwhile, overlay, id }) => [
    `  ? ${question}`,
    `      probably ${guess}: ${reason}. Until you say: ${meanwhile}`,
    overlay === undefined
      ? `      import.json: "choices": { ${JSON.stringify(id)}: "yes" }`
      : `      overlay.ts: ${overlay}`,
  ])

/** The report as people read it. */
export const reportText = ({ operations, actions, leftOut, questions, changes, origins }: Report): string =>
  [
    `${actions} actions of ${operations} operations`,
    ...(origins.length > 0
      ? [
          '',
          "the account's credential is also sent to, by servers of single operations:",
          ...origins.map((origin) => `  ${origin}`),
        ]
      : []),
    ...(leftOut.length > 0 ? ['', 'left out:', ...leftOutLines(leftOut)] : []),
    ...(questions.length > 0 ? ['', "what the document doesn't say:", ...questionLines(questions)] : []),
    ...(changes.length > 0 ? ['', 'changed since the last import:', ...changes.map((line) => `  ${line}`)] : []),
  ]
    .map(printable)
    .join('\n')
