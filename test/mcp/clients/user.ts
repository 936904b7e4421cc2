import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { folderOnDisk } from '../../folders.ts'
import { consent } from '../../oauth/user.ts'

/** A person's input by each client's page: whole lines, and commands within a sentence. */
const documentedLines = (): readonly string[] => {
  const folder = join(import.meta.dirname, '../../../docs/clients')
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  return [...text.matchAll(/^\$ (.+)$|`([^`\n]+)`/gm)].map(([, line, inline]) => line ?? inline ?? '')
}
const documentedUrl = 'https://gateway.example.com/mcp?tools=effects'

/** The line of docs/clients that begins and ends so, with the address of a gateway. Throws Error where no page has one. */
export const documentedLine = (start: string, end: string, url: string): string => {
  const line = documentedLines().find((one) => one.startsWith(start) && one.endsWith(end))
  if (line === undefined) throw new Error(`docs/clients has no line "${start} … ${end}"`)
  return line.replace(documentedUrl, url)
}

/** Requests beyond the loopback interface fail at once: nothing listens at port 1. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost,127.0.0.1' }

/** Without the folder in which `bun --bun` has a `node` that is Bun: clients run on Node. */
const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('/bun-node-'))

const authorizeLink = /https?:\/\/[\w.:]+\/oauth\/authorize\?[\w.~%&=*+-]+/

/** A person with a home of their own, who has the programs of a folder. `variables` are set in their shell. */
export const createUser = (bin: string, variables: Readonly<Record<string, string>> = {}) => {
  const home = folderOnDisk()
  const env = {
    ...offline,
    PATH: [bin, ...path].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    // A program that opens a browser does nothing.
    BROWSER: 'true',
    ...variables,
  }
  const options = { cwd: home, env, timeout: 60_000 }

  return {
    home,
    /** Types a line, and answers what it printed. */
    async run(line: string): Promise<string> {
      const child = Bun.spawn(['sh', '-c', line], { ...options, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
      const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
      return output + errors
    },
    /** Types a line that logs in, in a terminal, and does in a browser what it asks for: pastes the token and allows all. */
    async logIn(line: string, token: string): Promise<string> {
      let shown = ''
      let browser: Promise<unknown> | undefined
      const decoder = new TextDecoder()
      const visit = async (link: string): Promise<void> => {
        const back = await consent(new URL(link).origin, link, token)
        await fetch(back)
      }
      const child = Bun.spawn(['sh', '-c', line], {
        ...options,
        terminal: {
          // A link is in one line.
          cols: 10_000,
          rows: 50,
          data(_terminal, bytes) {
            shown += decoder.decode(bytes, { stream: true })
            const link = authorizeLink.exec(shown)?.[0]
            if (link === undefined || browser) return
            browser = visit(link).catch((error) => {
              child.kill()
              throw error
            })
          },
        },
      })
      await child.exited
      await browser
      return shown
    },
    /** Opens a program in a terminal, to type into it. A program that opens a browser finds one that keeps the address: `readOpened` gives it. */
    openSession(line: string) {
      const bin = join(home, 'bin')
      mkdirSync(bin, { recursive: true })
      writeFileSync(
        join(bin, 'xdg-open'),
        '#!/bin/sh\nprintf %s "$1" > "$HOME/address" && mv "$HOME/address" "$HOME/opened"\n',
        {
          mode: 0o755,
        },
      )
      let output = ''
      const decoder = new TextDecoder()
      const child = Bun.spawn(['sh', '-c', line], {
        ...options,
        // There is a screen that a browser could show itself on.
        env: { ...env, PATH: `${bin}${delimiter}${env.PATH}`, DISPLAY: ':9', TERM: 'xterm' },
        terminal: {
          cols: 150,
          rows: 50,
          data(_terminal, bytes) {
            output += decoder.decode(bytes, { stream: true })
          },
        },
      })
      return {
        shown: () => stripVTControlCharacters(output),
        readOpened: () => (existsSync(join(home, 'opened')) ? readFileSync(join(home, 'opened'), 'utf8') : ''),
        type: (text: string) => child.terminal?.write(text),
        async end(): Promise<void> {
          child.kill()
          await child.exited
        },
      }
    },
    leave: () => rmSync(home, { recursive: true, force: true }),
  }
}
