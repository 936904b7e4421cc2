#!/usr/bin/env bun
import { runCommandLine } from '../run.ts'
import { commands } from './index.ts'

process.exitCode = await runCommandLine(commands, process.argv.slice(2))
