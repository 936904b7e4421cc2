import { cancel, isCancel, select, text } from '@clack/prompts'
import type { Ask, Question } from './question.ts'

const later = 'later'

const askOne = ({ question, guess, reason, options }: Question): Promise<string | symbol> =>
  options
    ? select({
        message: `${question} (probably ${guess}: ${reason})`,
        options: [...options, later].map((value) => ({ value, label: value })),
        initialValue: guess,
      })
    : text({
        message: `${question} (your answer is saved as a note; write it into overlay.ts yourself)`,
        placeholder: guess,
        defaultValue: later,
      })

/** Asks in the terminal, one question after the other. Open questions are asked again at the next import. */
export const askInTerminal: Ask = async (questions) => {
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const answer = await askOne(question)
    if (isCancel(answer)) {
      cancel('The other questions stay open.')
      break
    }
    if (typeof answer === 'string' && answer !== later) answers[question.id] = answer
  }
  return answers
}
