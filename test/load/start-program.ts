/** A helper program of the bench that prints its port. */
export const startProgram = async (file: string, ...args: string[]) => {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/${file}`, ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  return { origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`, stop: () => child.kill() }
}
