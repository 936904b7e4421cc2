/** One of the answers to a question. */
export interface Offered {
  readonly value: string
  readonly label: string
  /** The text that it writes, or its consequence. */
  readonly hint?: string
}

/** A question with answers to choose from. */
export interface DialogQuestion {
  /** The answer's key in a file of answers, as in `import.json`. */
  readonly id: string
  readonly message: string
  /** The reason for the question, or for the proposal. */
  readonly reason?: string
  readonly offered: readonly Offered[]
  /** The value that Enter takes. */
  readonly proposal: string
}

/** A question that is answered by a text. */
export interface DialogText extends Omit<DialogQuestion, 'offered'> {
  /** The answer is never shown. */
  readonly isSecret?: true
  /** The fault of an answer; `undefined`: it is good. */
  fault(text: string): string | undefined
}

/** The party that is asked: a person at a terminal, or answers that were given before. */
export interface Dialog {
  /** False where nobody can be asked one thing after the other. */
  readonly isPerson: boolean
  choose(question: DialogQuestion): Promise<string>
  write(text: DialogText): Promise<string>
}

/** The person ended the dialog: nothing is written. */
export class Cancelled extends Error {}

/** Questions that nobody answers here. */
export class OpenQuestions extends Error {
  constructor(readonly asked: readonly (DialogQuestion | DialogText)[]) {
    super('questions are open')
  }
}

/** The answers that stand in a file, and the proposals where they are taken. Throws OpenQuestions. */
export const givenAnswers = (answers: Readonly<Record<string, string>>, takesProposals: boolean): Dialog => ({
  isPerson: false,
  choose: (question) => Promise.try(() => pick(answers, question) ?? proposed(question, takesProposals)),
  write: (question) =>
    Promise.try(() => {
      const text = answers[question.id] ?? proposed(question, takesProposals)
      const fault = question.fault(text)
      if (fault !== undefined) throw new Error(`${question.id}: ${fault}`)
      return text
    }),
})

/** A file's answers first, and then the person. */
export const answeredBefore = (answers: Readonly<Record<string, string>>, dialog: Dialog): Dialog => ({
  isPerson: true,
  choose: (question) => Promise.try(() => pick(answers, question) ?? dialog.choose(question)),
  write: (question) => Promise.try(() => answers[question.id] ?? dialog.write(question)),
})

const pick = (answers: Readonly<Record<string, string>>, { id, offered }: DialogQuestion): string | undefined => {
  const answer = answers[id]
  if (answer === undefined || offered.some(({ value }) => value === answer)) return answer
  throw new Error(
    `${id} can be ${offered.map(({ value }) => value).join(', ')}; the answer is ${JSON.stringify(answer)}`,
  )
}

const proposed = (question: DialogQuestion | DialogText, takesProposals: boolean): string => {
  if (!takesProposals) throw new OpenQuestions([question])
  return question.proposal
}
