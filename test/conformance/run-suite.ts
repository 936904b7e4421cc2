import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../gateway.ts'

/** The installed suite's folder. */
export const suite = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')))

/** Runs the protocol's suite and answers what it printed; `onText` sees it so far, whenever there is more. */
export const runSuite = async (args: readonly string[], onText: (text: string) => void = () => {}): Promise<string> => {
  const folder = temporaryFolder()
  const command = [process.execPath, join(suite, 'dist/index.js'), ...args, '-o', folder]
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'inherit' })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    onText(text)
  }
  await child.exited
  rmSync(folder, { recursive: true })
  return text
}

/** Scenarios by name; `true`: passed. */
export const outcomesIn = (text: string): Map<string, boolean> =>
  new Map(
    [...text.matchAll(/^([✓✗]) (\S+): \d+ passed, \d+ failed/gm)].map(([, mark, name = '']) => [name, mark === '✓']),
  )
