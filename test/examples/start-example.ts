/** Starts a program, and waits until it prints that it takes requests. Throws Error with its output where it ends before that. */
export const startExample = async (
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  ready = 'listening',
) => {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const chunk of stream) {
      output += new TextDecoder().decode(chunk)
      if (output.includes(ready)) resolve()
    }
  }
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
  const ended = child.exited.then(async (code) => {
    await reading
    throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`)
  })
  ended.catch(() => undefined)
  await Promise.race([listening, ended])
  return {
    output: () => output,
    async stop(): Promise<void> {
      child.kill()
      await child.exited
      await reading
    },
  }
}
