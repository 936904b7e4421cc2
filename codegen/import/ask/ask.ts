import { cancel, isCancel, select, text } from '@clack/prompts'
import { printMembers } from '../../source/print.ts'
import type { Ask, Question } from './question.ts'

const later = 'later'

const askAlternatives = ({ question, reason, alternatives = [] }: Question): Promise<string | symbol> =>
  select({
    message: `${question} (${reason}; your answer is written into a new overlay.ts)`,
    options: [
      ...alternatives.map(({ name, overlay, about }) => ({
        value: name,
        label: `${name}: ${printMembers(overlay)}`,
        ...(about !== undefined && { hint: about }),
      })),
      { value: later, label: later },
    ],
    initialValue: later,
  })

const askOne = (one: Question): Promise<string | symbol> => {
  const { question, guess, reason, options, alternatives = [] } = one
  if (alternatives.length > 1) return askAlternatives(one)
  return options
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
}

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
