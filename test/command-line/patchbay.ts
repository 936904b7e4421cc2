import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export type Environment = Readonly<Record<string, string>>

const environmentOf = (env: Environment) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...env })

const commandLine = (words: readonly string[]): string[] => [
  process.execPath,
  join(root, 'server/commands/main.ts'),
  ...words,
]

/** Starts the program as a user does: a process of its own, with nothing of this one's environment. */
export const startPatchbay = (words: readonly string[], env: Environment, stdin = '') =>
  Bun.spawn(commandLine(words), {
    env: environmentOf(env),
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  })

/** Runs the program to its end. */
export const runPatchbay = async (words: readonly string[], env: Environment, stdin = ''): Promise<Ran> => {
  const child = startPatchbay(words, env, stdin)
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, stdout, stderr }
}

/** A keystroke sequence that is sent once a text has been shown and the sequences before it were sent. */
export interface Typed {
  readonly after: string
  readonly text: string
  readonly seen?: () => void
}

/** A person's input to the output since their last input; `undefined`: they wait for more. */
export type Typist = (shown: string) => string | undefined

const inOrder = (typed: readonly Typed[]): Typist => {
  const steps = [...typed]
  return (shown) => {
    const [step] = steps
    if (!step || !shown.includes(step.after)) return undefined
    steps.shift()
    step.seen?.()
    return step.text
  }
}

/** Runs it in a terminal, and types texts when it has asked for something. Returns all that is shown. */
export const runInTerminal = async (
  words: readonly string[],
  env: Environment,
  typed: Typed | readonly Typed[] | Typist = [],
  { cols = 60 }: { readonly cols?: number } = {},
): Promise<{ readonly code: number; readonly shown: string }> => {
  const decoder = new TextDecoder()
  const type = typeof typed === 'function' ? typed : inOrder([typed].flat())
  let shown = ''
  /** Start of the output since the last step. */
  let begin = 0
  const child = Bun.spawn(commandLine(words), {
    env: { ...environmentOf(env), TERM: 'xterm' },
    terminal: {
      cols,
      rows: 40,
      data(terminal, bytes) {
        shown += decoder.decode(bytes, { stream: true })
        const text = type(Bun.stripANSI(shown.slice(begin)))
        if (text === undefined) return
        begin = shown.length
        terminal.write(text)
      },
    },
  })
  const code = await child.exited
  child.terminal?.close()
  return { code, shown }
}
