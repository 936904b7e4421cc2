#!/usr/bin/env bun
import { endWithReader, runCommandLine } from '@patchbay/cli'
import { version } from '../../package.json' with { type: 'json' }
import { commands } from './index.ts'

const findNearest = async (word: string, names: readonly string[]): Promise<string | undefined> => {
  // Loaded only here, because it loads the validators.
  const { findNearestName, perhapsAnother } = await import('@patchbay/core/schema')
  return findNearestName(word, names, perhapsAnother)
}

endWithReader(process)
process.exitCode = await runCommandLine({ version, commands, findNearest }, process.argv.slice(2))
