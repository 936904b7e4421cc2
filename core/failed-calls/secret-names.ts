import { snakeCase } from '../snake-case.ts'

/** The last word of a name that holds a secret, whatever stands before it. */
const secretEnd =
  /(^|_)(pass(word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?|authorization|auth|cookies?|assertion|signature|sig|jwt|otp|pin|cvv|cvc|(device|user|auth|authorization|verification|otp|security|recovery|backup|reset|access)_codes?|code_verifier|(api|app|access|private|secret|signing|encryption|webhook|account|subscription|functions|x)_?keys?|apikeys?|session_?id)$/

/** Positions in lists, names of writes and amounts of text: they open nothing. */
const harmlessEnd =
  /(^|_)((page|sync|continuation|cursor|delta|skip|client_request)_tokens?|(max|total|prompt|completion|input|output|cached|reasoning|used|remaining)(_[a-z]+)?_tokens)$/

/** True if a member, header or field of this name holds a secret. */
export const isSecretName = (name: string): boolean => {
  const snake = snakeCase(name).replace(/^_|_$/g, '')
  return secretEnd.test(snake) && !harmlessEnd.test(snake)
}
