import { defineCommand, runCommand } from 'citty'
import { version } from '../../package.json' with { type: 'json' }
import { argsOf, type Command, type CommandTree, commandInput, type Given, isGroup } from './command.ts'
import { CommandError, exitCodes, usageError } from './command-error.ts'
import { commandHelp, groupHelp, program, programHelp, usageLine } from './help.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help'

/** A word that the person wrote. A word that may be a secret (an option's value) is never repeated. */
const unknownWord = async (what: string, word: string, known: readonly string[]): Promise<CommandError> => {
  // Loaded only here, as it brings the validators.
  const { nearest, perhapsAnother } = await import('@patchbay/core/schema')
  const shown = /^[a-z-]{1,30}$/.test(word) ? ` ${word}` : ''
  const meant = nearest(word, known, perhapsAnother)
  return usageError(`there is no ${what}${shown}${meant ? `; did you mean ${meant}?` : `: ${known.join(', ')}`}`)
}

/** Throws a usage error for what the parser would ignore: unknown options, and words too many. */
const checkGiven = async (words: readonly string[], command: Command, line: string): Promise<void> => {
  const args = argsOf(command)
  const options = Object.keys(args).filter((name) => args[name]?.type !== 'positional')
  let positional = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') || word === '-') {
      positional += 1
      continue
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=', 2)
    if (!word.startsWith('--') || !options.includes(name)) throw await unknownWord('option', name, options)
    const isFlag = args[name]?.type === 'boolean'
    if (isFlag && value !== undefined) throw usageError(`--${name} takes no value`)
    if (!isFlag && value === undefined) at += 1
  }
  if (positional > Object.keys(args).length - options.length) throw usageError(`there is a word too many; ${line}`)
}

const runOne = async (words: string, command: Command, rest: readonly string[], terminal: Terminal): Promise<void> => {
  if (rest.some((word) => isHelp(word) && word !== 'help')) {
    terminal.out(commandHelp(words, command))
    return
  }
  const args = argsOf(command)
  const line = `usage: ${usageLine(words, args)}`
  await checkGiven(rest, command, line)
  const run = ({ args: given }: { readonly args: Given }) => command.run(commandInput(given, terminal))
  try {
    await runCommand(defineCommand({ args, run }), { rawArgs: [...rest] })
  } catch (error) {
    // Of the parser: an argument is missing, or a value is none of its options.
    if (error instanceof Error && error.name === 'CLIError')
      throw usageError(`${Bun.stripANSI(error.message)}; ${line}`)
    throw error
  }
}

/** Finds the command that the first words name, and runs it. Throws CommandError. */
const dispatch = async (tree: CommandTree, words: readonly string[], terminal: Terminal): Promise<void> => {
  const [first, second, ...others] = words
  if (first === undefined || isHelp(first)) return terminal.out(programHelp(tree))
  if (first === '--version') return terminal.out(version)
  const node = Object.hasOwn(tree, first) ? tree[first] : undefined
  if (!node) {
    if (first.startsWith('-')) throw usageError(`options come behind the command: ${program} <command> [options]`)
    throw await unknownWord('command', first, Object.keys(tree))
  }
  if (!isGroup(node)) return runOne(first, node, words.slice(1), terminal)
  if (second === undefined || isHelp(second)) return terminal.out(groupHelp(first, node))
  const command = Object.hasOwn(node.commands, second) ? node.commands[second] : undefined
  if (!command) throw await unknownWord(`command ${program} ${first}`, second, Object.keys(node.commands))
  return runOne(`${first} ${second}`, command, others, terminal)
}

/** Runs a command line, and returns the exit code. */
export const runCommandLine = async (
  tree: CommandTree,
  words: readonly string[],
  terminal: Terminal = openTerminal(),
): Promise<number> => {
  try {
    await dispatch(tree, words, terminal)
    return exitCodes.ok.code
  } catch (error) {
    terminal.progress(undefined)
    if (!(error instanceof CommandError)) {
      terminal.say(`error: ${error instanceof Error ? error.message : 'it failed'}`)
      return exitCodes.failed.code
    }
    terminal.say(`error: ${error.message}`)
    for (const detail of error.details) terminal.say(`  ${detail}`)
    return exitCodes[error.ending].code
  }
}
