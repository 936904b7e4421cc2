#!/usr/bin/env node
// Runs with Node, or whatever started it, and hands over to Bun, which the package brings: the gateway runs on Bun alone.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'

const require = createRequire(import.meta.url)
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`))

/** If npm runs no scripts of packages, Bun stays in the package of the platform. */
const findBun = () => {
  const installed = join(folderOf('bun'), 'bin/bun.exe')
  const [system, processor] = [process.platform, process.arch === 'arm64' ? 'aarch64' : process.arch]
  const [name, file] =
    system === 'win32' ? [`bun-windows-${processor}`, 'bun.exe'] : [`bun-${system}-${processor}`, 'bun']
  const ofPlatform = ['', '-musl'].map((libc) => join(folderOf('bun'), '../@oven', name + libc, 'bin', file))
  return ofPlatform.find((path) => existsSync(path)) ?? installed
}

const bun = findBun()
const program = join(import.meta.dirname, '../server/generated/bundle/main.js')
/** The form of the call, for hints: by npx, from a package's folder, or from the PATH. */
const findName = () => {
  const { name } = require('../package.json')
  const isLocal = process.argv[1].includes(`${sep}node_modules${sep}`)
  return process.env.npm_command === 'exec' || isLocal ? `npx ${name}` : basename(process.argv[1])
}

// A plan for the garbage collector, not a limit. It keeps a loaded gateway some 40 MB smaller.
const env = { BUN_JSC_forceRAMSize: '300000000', PATCHBAY_PROGRAM: findName(), ...process.env }

const child = spawn(bun, [program, ...process.argv.slice(2)], { stdio: 'inherit', env })
// A service manager may signal this process alone. A terminal signals both, and the gateway ignores the echo.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm passes a signal to its shell alone, which ends and leaves this process to another parent.
if (process.env.npm_command !== undefined) {
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && child.kill('SIGTERM'), 200).unref()
}
child.on('error', (error) => {
  console.error(
    `Bun can't be started from ${bun}: ${error.message}. Install the package again with its optional packages.`,
  )
  process.exitCode = 1
})
child.on('exit', (code, signal) => {
  // As a shell reports it: 143 after SIGTERM.
  process.exitCode = code ?? 128 + constants.signals[signal]
})
