import type { Ask, Question } from '../import/ask/question.ts'
import { offeredLines } from '../import/ask/question.ts'
import { printable } from '../import/write/report.ts'
import { hasGap } from '../source/expression.ts'
import { printMembers } from '../source/print.ts'
import { type Dialog, type DialogQuestion, OpenQuestions } from './dialog.ts'

const later = 'later'

/** Without an answer, calls may go to the wrong host, without a credential, or a credential to another host. */
const isWeighty = ({ id }: Question): boolean =>
  ['origin', 'security', 'sign-in'].includes(id) || id.startsWith('server ')

/** The answer that Enter takes. Lines that the document leaves doubts about stay a person's to write. */
const proposalFor = ({ id, options, alternatives, guess, overlay }: Question): string => {
  if (alternatives?.[0]) return alternatives[0].name
  if (options) return guess
  return id === 'probe' && overlay && !hasGap(overlay) ? guess : later
}

/** A question of the import as one with answers to choose from; `undefined`: only a person's own line answers it. */
const toDialogQuestion = (question: Question): DialogQuestion | undefined => {
  const { id, options = [], reason, meanwhile } = question
  // Unclassed writes get more care, so no "yes" may take that away.
  const lines = id === 'classes' || id === 'unclassed' ? [] : offeredLines(question)
  const offered = [
    ...lines.map(({ name, overlay }) => ({
      value: name,
      label: printable(name),
      hint: printable(printMembers(overlay)),
    })),
    ...options.map((value) => ({ value, label: value })),
  ]
  if (offered.length === 0) return undefined
  return {
    id,
    message: printable(question.question),
    reason: printable(reason),
    offered: [...offered, { value: later, label: 'leave it open', hint: printable(meanwhile) }],
    proposal: proposalFor(question),
  }
}

const httpsOrigin = (text: string): string | undefined => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.href === `${url.origin}/`
    ? undefined
    : 'an origin is written as https://api.vendor.com'
}

/** The person's answer. If the chosen line lacks a part, asks for that part. */
const answer = async (dialog: Dialog, question: Question, shown: DialogQuestion): Promise<string> => {
  const value = await dialog.choose(shown)
  const line = offeredLines(question).find(({ name }) => name === value)
  if (question.id !== 'origin' || !line || !hasGap(line.overlay)) return value
  return dialog.write({
    id: 'origin address',
    message: 'Which origin do calls go to?',
    proposal: '',
    fault: httpsOrigin,
  })
}

const bundle = (questions: readonly DialogQuestion[]): DialogQuestion => ({
  id: 'others',
  message: `${questions.length} more question${questions.length === 1 ? '' : 's'}, each with a proposal`,
  reason: questions
    .slice(0, 3)
    .map(({ message }) => message)
    .join(' · '),
  offered: [
    { value: 'take', label: 'take the proposals' },
    { value: 'each', label: 'look at each' },
    { value: later, label: 'leave them open', hint: 'the safe answer applies until you decide' },
  ],
  proposal: 'take',
})

/** The person's choice for minor questions: all at once, or one after the other. */
const chooseOthers = async (
  dialog: Dialog,
  questions: readonly DialogQuestion[],
): Promise<'take' | 'each' | 'later'> => {
  if (!dialog.isPerson || questions.length === 0) return 'each'
  return (await dialog.choose(bundle(questions))) as 'take' | 'each' | 'later'
}

/** Asks the import's questions: each that weighs much, and the others together. */
export const askBy =
  (dialog: Dialog): Ask =>
  async (questions) => {
    const all = questions.flatMap((question) => {
      const shown = toDialogQuestion(question)
      return shown ? [{ question, shown }] : []
    })
    const answers: Record<string, string> = {}
    const unanswered: DialogQuestion[] = []
    const note = async ({ question, shown }: (typeof all)[number]): Promise<void> => {
      try {
        const value = await answer(dialog, question, shown)
        if (value !== later) answers[shown.id] = value
      } catch (error) {
        if (!(error instanceof OpenQuestions)) throw error
        unanswered.push(shown)
      }
    }
    for (const one of all.filter(({ question }) => isWeighty(question))) await note(one)
    const others = all.filter(
      ({ question, shown }) => !isWeighty(question) && (shown.proposal !== later || dialog.isPerson),
    )
    const way = await chooseOthers(
      dialog,
      others.map(({ shown }) => shown),
    )
    for (const one of others) {
      if (way === 'each') await note(one)
      else if (way === 'take' && one.shown.proposal !== later) answers[one.shown.id] = one.shown.proposal
    }
    if (unanswered.length > 0) throw new OpenQuestions(unanswered)
    return answers
  }
