import { expect } from 'vitest'
import { NoMongodb } from '../../mongodb.ts'
import { type CommandBlock, consoleSteps, isPrinted } from '../command-blocks.ts'
import type { Reader } from '../reader.ts'
import type { ConsoleRule } from './console-rule.ts'
import { makeStandIns } from './stand-ins.ts'

/** Between the outputs of two commands. */
const separator = '\u001e'

/**
 * Runs the commands of a block one after the other in one shell, as in a terminal: what a step shows stands for stdout and stderr. Compares
 * what the page shows. Throws Error for a block without a rule.
 */
export const runConsoleBlock = async (
  reader: Reader,
  block: CommandBlock,
  rule: ConsoleRule | undefined,
  { hasAlias, leaveOut }: { readonly hasAlias: boolean; readonly leaveOut: (reason: string) => unknown },
): Promise<void> => {
  if (!rule || 'file' in rule) throw new Error('say in console-rules.ts how this block is run')
  const { values, env, standIns = [], typed = (command) => command, even = (text) => text, look, person, start } = rule
  const put = (await values?.(reader)) ?? []
  const asTyped = (command: string): string =>
    typed(put.reduce((text, [shown, real]) => text.replaceAll(shown, real), command))
  const asShown = (output: string): string =>
    even(put.reduceRight((text, [shown, real]) => (real === '' ? text : text.replaceAll(real, shown)), output))
  const steps = consoleSteps(block)
  const programs = makeStandIns(reader.machine, standIns)
  const commands = steps.map(({ command }) => asTyped(command))
  const script = commands.slice(0, start ? -1 : undefined).join(`\nprintf '${separator}'\n`)
  try {
    const options = { first: programs.folder, ...(env && { env: await env(reader) }) }
    const { exitCode, stdout, stderr } = person
      ? await reader.runAtTerminal(script, { ...options, type: person() })
      : await reader.runCommands(`exec 2>&1\n${script}`, { ...options, hasAlias })
    expect(exitCode, stdout + stderr).toBe(0)
    const outputs = stdout.split(separator).map(asShown)
    for (const [at, { printed }] of steps.entries()) {
      if (printed === '') continue
      const shown = even(printed)
      expect(isPrinted(shown, outputs[at] ?? ''), `the page shows:\n${shown}\nprinted was:\n${outputs[at]}`).toBe(true)
    }
    await start?.(reader, commands)
    await look?.({ reader, recorded: programs.recorded(), outputs })
  } catch (error) {
    if (!(error instanceof NoMongodb)) throw error
    leaveOut(error.message)
  }
}
