#!/usr/bin/env bun
import { runCommandLine } from '@patchbay/cli'
import { version } from '../../package.json' with { type: 'json' }
import { commands } from './index.ts'

const findNearest = async (word: string, known: readonly string[]): Promise<string | undefined> => {
  // Loaded only here, because it loads the validators.
  const { findNearestName, perhapsAnother } = await import('@patchbay/core/schema')
  return findNearestName(word, known, perhapsAnother)
}

process.exitCode = await runCommandLine({ version, commands, findNearest }, process.argv.slice(2))
