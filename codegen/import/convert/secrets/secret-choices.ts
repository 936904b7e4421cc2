/** Answers about members that look like credentials, by the member's name or by the operation (`GET /accounts`). */
export type SecretChoices = ReadonlyMap<string, boolean>

/** The question under which `import.json` has the decision about a member or an operation. */
export const secretQuestion = (subject: string): string => `secret ${subject}`

/** `no`, and why: `no: it is the public key`. */
const no = /^no(?:\b|$)/

export const secretChoicesIn = (choices: Readonly<Record<string, string>>): SecretChoices =>
  new Map(
    Object.entries(choices).flatMap(([question, answer]) =>
      question.startsWith(secretQuestion('')) ? [[question.slice(secretQuestion('').length), !no.test(answer)]] : [],
    ),
  )

/** A decision about the operation goes before one about its members. A member without a decision is a credential. */
export const isSecretOperation = (
  operation: string,
  members: readonly string[],
  choices: SecretChoices = new Map(),
): boolean => members.length > 0 && (choices.get(operation) ?? members.some((member) => choices.get(member) !== false))
