/** The exit codes, as the documentation lists them. */
export const exitCodes = {
  ok: { code: 0, meaning: 'success' },
  failed: { code: 1, meaning: 'failure: see the message; also when `doctor` finds a fault, or a test or job fails' },
  usage: { code: 2, meaning: 'invalid command line: an unknown command, option or value' },
  refused: { code: 3, meaning: 'the gateway refused the admin key, or its role is too low' },
  unreachable: { code: 4, meaning: 'no gateway answers at the URL' },
  missing: { code: 5, meaning: 'the named resource does not exist' },
} as const

export type Ending = keyof typeof exitCodes

/** An error for the person at the terminal: what happened, and what to do. It never contains a secret. */
export class CommandError extends Error {
  override readonly name = 'CommandError'

  constructor(
    readonly ending: Ending,
    message: string,
    readonly details: readonly string[] = [],
    /** The status of the gateway's response. */
    readonly status?: number,
  ) {
    super(message)
  }
}

export const usageError = (message: string): CommandError => new CommandError('usage', message)
