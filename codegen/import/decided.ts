import type { ObjectExpression } from '../source/expression.ts'
import { type Ask, type Listed, offeredLines, type Question } from './ask/question.ts'
import { listQuestions } from './ask/questions.ts'
import { secretChoicesIn } from './convert/secrets/secret-choices.ts'
import { type Decided, type Result, toSlice } from './convert/to-slice.ts'
import type { Node } from './read/node.ts'
import { type ImportFile, namesIn } from './write/import-file.ts'

/** The answers in the provider's own files. */
interface Overlay {
  /** True if these files answer the question. */
  readonly isSaid: (question: Question) => boolean
  /** True if the import writes its guess there, and so needn't ask. */
  readonly isWritten: (question: Question) => boolean
  readonly listed?: Listed
}

/** Imports, asks the open questions, and imports again if an answer changes the result. */
export const importWithAnswers = async (
  document: Node,
  identity: Pick<Decided, 'id' | 'taken' | 'names'>,
  earlier: ImportFile | undefined,
  ask: Ask | undefined,
  { isSaid, isWritten, listed }: Overlay = { isSaid: () => false, isWritten: () => false },
  list = listQuestions,
) => {
  const make = (choices: ImportFile['choices']): Result => {
    const chosen = (kind: string, answer: string): Set<string> =>
      new Set(
        Object.entries(choices).flatMap(([question, choice]) =>
          question.startsWith(`${kind} `) && choice === answer ? [question.slice(kind.length + 1)] : [],
        ),
      )
    const pinned = namesIn(earlier)
    return toSlice(document, {
      ...identity,
      ...pinned,
      names: new Map([...(identity.names ?? []), ...pinned.names]),
      plain: chosen('credential', 'no'),
      withheld: chosen('credential', 'yes'),
      reads: chosen('reads', 'yes'),
      secrets: secretChoicesIn(choices),
      servers: chosen('server', 'yes'),
      hidesDeprecated: choices.deprecated === 'hidden',
    })
  }
  // An earlier import gave callers the deprecated actions, which must not vanish.
  const asNew: ImportFile['choices'] = make({ deprecated: 'hidden' }).slice.hidesDeprecated
    ? { deprecated: 'hidden' }
    : {}
  const before = earlier?.choices ?? asNew
  const first = make(before)
  const openIn = (result: Result, choices: ImportFile['choices']): Question[] =>
    list(document, result, listed).filter((one) => !Object.hasOwn(choices, one.id) && !isSaid(one))
  const open = openIn(first, before)
  const toAsk = open.filter((one) => !isWritten(one))
  const answers = ask && toAsk.length > 0 ? await ask(toAsk) : {}
  if (Object.keys(answers).length === 0) return { result: first, questions: open, choices: before, chosen: {} }
  const choices = { ...before, ...answers }
  const result = make(choices)
  return { result, questions: openIn(result, choices), choices, chosen: chosenMembers(toAsk, answers) }
}

/** The members of overlay.ts that were chosen among the offered lines, or that an answer says itself. */
const chosenMembers = (questions: readonly Question[], answers: Readonly<Record<string, string>>): ObjectExpression =>
  Object.assign(
    {},
    ...questions.flatMap((question) => {
      const answer = answers[question.id]
      if (question.id === 'origin' && answer?.startsWith('https://')) return [{ origin: new URL(answer).origin }]
      return offeredLines(question).flatMap(({ name, overlay }) => (name === answer ? [overlay] : []))
    }),
  )
