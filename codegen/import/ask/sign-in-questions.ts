import { isOpen, isUndeclared } from '../convert/credentials.ts'
import type { Imported } from '../convert/to-slice.ts'
import { isNode, type Node, toList, toNode } from '../read/node.ts'
import { guessSignIn } from './guess-overlay.ts'
import type { Question } from './question.ts'

export const signInQuestions = (root: Node, actions: readonly Imported[]): Question[] => [
  ...missingSignIn(root, actions),
  ...securityQuestions(root, actions),
]

/** Kinds of which a document says all that an overlay needs; nothing shows e.g. whether the refresh tokens of OAuth rotate. */
const isPlain = ({ type, scheme, in: place, name }: Node): boolean =>
  type === 'http'
    ? ['basic', 'bearer'].includes(String(scheme).toLowerCase())
    : type === 'apiKey' && !(place === 'header' && String(name).toLowerCase() === 'authorization')

/** An overlay without `auth`, where the document leaves no doubt: it has one scheme, and each call with a credential names it. */
const missingSignIn = (root: Node, actions: readonly Imported[]): Question[] => {
  const [[name, scheme] = ['', undefined], ...others] = Object.entries(toNode(toNode(root.components).securitySchemes))
  const { scheme: guessed, auth } = guessSignIn(root)
  if (!isNode(scheme) || others.length > 0 || guessed !== name || !isPlain(scheme)) return []
  const isNamed = ({ operation: { node } }: Imported): boolean => {
    const [required, ...alternatives] = toList(node.security ?? root.security)
    return alternatives.length === 0 && isNode(required) && Bun.deepEquals(Object.keys(required), [name])
  }
  if (!actions.every((one) => isOpen(root, one.operation.node) || isNamed(one))) return []
  return [
    {
      id: 'sign-in',
      question: 'How are credentials sent?',
      guess: name,
      reason: 'it is the only security scheme of the document, and every call names it',
      meanwhile: 'codegen refuses the overlay',
      overlay: { auth },
      isSure: true,
    },
  ]
}

const securityQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const undeclared = actions.filter(({ operation }) => isUndeclared(root, operation.node)).length
  const schemes = Object.keys(toNode(toNode(root.components).securitySchemes))
  const alternatives = actions.filter(
    ({ operation }) => toList(operation.node.security ?? root.security).length > 1,
  ).length
  if (undeclared === 0 && alternatives === 0) return []
  const { scheme, auth } = guessSignIn(root)
  return [
    {
      id: 'security',
      question:
        undeclared > 0
          ? `How are credentials sent? ${undeclared} of ${actions.length} operations don't say`
          : `Which authentication alternative is used? ${schemes.slice(0, 8).join(', ')}`,
      guess: scheme ?? 'a bearer token',
      reason: scheme
        ? 'it is the first security scheme of the document that an overlay can name'
        : 'most APIs take one',
      meanwhile: "every call carries the account's credential, as overlay.ts says",
      overlay: { auth },
    },
  ]
}
