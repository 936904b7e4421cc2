import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Question } from '../ask/question.ts'
import { addToOverlay } from './add-to-overlay.ts'
import type { ByHand } from './by-hand.ts'
import type { Guess } from './report.ts'

interface WrittenGuesses {
  readonly guesses: readonly Guess[]
  /** The questions that stay open. */
  readonly questions: readonly Question[]
  /** The existing overlay with the guesses added; left out: there is no overlay yet, or it stays as it is. */
  readonly text?: string
}

const otherwise = 'add it yourself, because it would change a line of yours'

/** The guesses that are in overlay.ts from now on: all of them in a new file, and the ones that fit into an existing one. */
export const writeGuesses = (
  folder: string,
  { provider }: ByHand,
  open: readonly Question[],
  isWritten: (question: Question) => boolean,
): WrittenGuesses => {
  const path = join(folder, 'overlay.ts')
  if (!existsSync(path)) {
    const guesses = open.filter(isWritten).map(({ id, reason, overlay = {} }) => ({ id, reason, overlay }))
    return { guesses, questions: open.filter((one) => !isWritten(one)) }
  }
  const names = Object.entries(provider ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const before = readFileSync(path, 'utf8')
  let text = before
  const guesses: Guess[] = []
  const questions: Question[] = []
  for (const question of open) {
    if (!isWritten(question)) {
      questions.push(question)
      continue
    }
    const { id, reason, meanwhile, overlay = {} } = question
    const { text: after, done, left } = addToOverlay(text, overlay, names)
    text = after
    if (Object.keys(done).length > 0) guesses.push({ id, reason, overlay: done })
    if (Object.keys(left).length > 0)
      questions.push({ ...question, meanwhile: `${meanwhile}; ${otherwise}`, overlay: left })
  }
  return { guesses, questions, ...(text !== before && { text }) }
}
