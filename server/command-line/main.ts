#!/usr/bin/env bun
import { commands } from './commands/index.ts'
import { runCommandLine } from './run.ts'

process.exitCode = await runCommandLine(commands, process.argv.slice(2))
