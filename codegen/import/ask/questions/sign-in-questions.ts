import type { Imported } from '../../convert/to-slice.ts'
import type { Node } from '../../read/node.ts'
import { proposeSignIn, type SignInProposal } from '../../sign-in/propose.ts'
import type { SignInWay } from '../../sign-in/sign-in-way.ts'
import type { OfferedLine, Question } from '../question.ts'

/** The most ways that a question shows. */
const mostWays = 8

export const signInQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const proposal = proposeSignIn(root, actions)
  const [way] = proposal.ways
  if (!way || proposal.closed === 0) return []
  return isCertain(proposal) ? [certainQuestion(way, proposal)] : [openQuestion(way, proposal, actions.length)]
}

/** True if there is one way, which each call with a credential requires, and nothing about it is open. */
const isCertain = ({ ways, closed, undeclared, optional }: SignInProposal): boolean => {
  const [way, ...others] = ways
  if (!way || others.length > 0 || way.doubts.length > 0 || way.isParameter) return false
  return way.source !== undefined || (undeclared === 0 && optional === 0 && way.count === closed)
}

/** Written into an overlay without `auth`. */
const certainQuestion = ({ name, auth, source }: SignInWay, { isOnlyScheme }: SignInProposal): Question => ({
  id: 'sign-in',
  question: 'How are credentials sent?',
  guess: name,
  reason: source ? `${source} says so` : 'it is the only way that the document has, and every call requires it',
  meanwhile: 'codegen refuses the overlay',
  overlay: { auth },
  isSure: isOnlyScheme,
})

const nameQuestion = ({ ways, undeclared }: SignInProposal, all: number): string => {
  if (undeclared > 0) return `How are credentials sent? ${undeclared} of ${all} operations don't say`
  if (ways.length === 1) return 'How are credentials sent?'
  const names = ways.slice(0, mostWays).map(({ name }) => name)
  return `Which authentication is used? ${names.join(', ')}`
}

const openQuestion = (way: SignInWay, proposal: SignInProposal, all: number): Question => {
  const { ways, closed } = proposal
  return {
    id: 'security',
    question: nameQuestion(proposal, all),
    guess: way.name,
    reason: [giveReason(way, proposal), ...tellDoubts(way)].join('; '),
    meanwhile: "every call carries the account's credential, as overlay.ts says",
    overlay: { auth: way.auth },
    alternatives: ways.slice(0, mostWays).map((one) => describeWay(one, closed)),
  }
}

const giveReason = (
  { name, count, source, isParameter, isUnclaimed }: SignInWay,
  { ways, closed, undeclared, isUnknown, unsent }: SignInProposal,
): string => {
  if (source !== undefined) return `${source} says so`
  if (isUnknown && unsent.length > 0)
    return `the document requires ${unsent.join(', ')}, which takes \`signed\` or another way than these`
  if (isUnknown)
    return name === 'none' ? 'the document requires none' : 'the document says nothing, and most APIs take one'
  if (isUnclaimed) return 'the document has it, though no operation names it'
  const share = undeclared > 0 ? closed - undeclared : closed
  const among = ways.length > 1 ? ', and goes before the others' : ''
  const how = isParameter ? ' as parameters' : ''
  return count >= share
    ? `every call that says so takes it${how}${among}`
    : `${count} of ${closed} operations take it${how}`
}

const tellDoubts = ({ doubts }: SignInWay): string[] =>
  doubts.length > 0 ? [`the document does not say ${doubts.join(', or ')}`] : []

const describeWay = ({ name, auth, count, doubts, source }: SignInWay, closed: number): OfferedLine => {
  const taken = count > 0 && count < closed ? [`${count} of ${closed} operations take it`] : []
  const about = [...taken, ...(source === undefined ? [] : [source]), ...doubts.map((doubt) => `unknown: ${doubt}`)]
  return { name, overlay: { auth }, ...(about.length > 0 && { about: about.join('; ') }) }
}
