import type { Command } from '@patchbay/cli'

/** Runs the program of `bun start` in this process: it reads the arguments of the process. */
const launch = async (words: readonly string[]): Promise<void> => {
  process.argv.splice(2, process.argv.length, ...words)
  await import('../main.ts')
}

export const start: Command = {
  summary: 'Start a gateway',
  description: 'It is configured by its environment; docs/configuration.md lists the variables.',
  isRemote: false,
  args: {},
  examples: ['patchbay start', 'PORT=8080 DATA_DIR=/srv/patchbay patchbay start'],
  run: () => launch([]),
}

export const demo: Command = {
  summary: 'Start a gateway with a tenant, a token and a made-up CRM to try it with',
  isRemote: false,
  args: {},
  examples: ['patchbay demo'],
  run: () => launch(['--demo']),
}
