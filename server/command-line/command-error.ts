/** The exit codes, as the documentation lists them. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  failed: { code: 1, meaning: 'it failed: the message says why; `doctor` found a fault; a test or a job failed' },
  usage: { code: 2, meaning: 'the command line is wrong: an unknown command, option or value' },
  refused: { code: 3, meaning: 'the gateway refused the admin key, or its role is too low' },
  unreachable: { code: 4, meaning: 'no gateway answers at the URL' },
  missing: { code: 5, meaning: 'what the command names does not exist' },
} as const

export type Ending = keyof typeof exitCodes

/** An error for the person at the terminal: what happened, and what to do. It holds no secret. */
export class CommandError extends Error {
  override readonly name = 'CommandError'

  constructor(
    readonly ending: Ending,
    message: string,
    readonly details: readonly string[] = [],
    /** Of the gateway's answer. */
    readonly status?: number,
  ) {
    super(message)
  }
}

export const usageError = (message: string): CommandError => new CommandError('usage', message)
