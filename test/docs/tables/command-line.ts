import { type Command, listArgs, listCommands } from '../../../cli/program/command.ts'
import { usageLine } from '../../../cli/program/help.ts'
import { exitCodes } from '../../../cli/terminal/command-error.ts'
import { commands } from '../../../server/commands/index.ts'
import { costOf } from '../console-step.ts'
import { fifteenJobs } from '../fifteen-jobs.ts'
import { codes, markdownTable } from './markdown-table.ts'

/** A command's own options; the options of all commands are explained once. */
const ownOptions = (command: Command): readonly string[] => {
  const args = listArgs({ ...command, isRemote: false })
  return Object.keys(args).filter((name) => args[name]?.type !== 'positional' && !['json', 'wide'].includes(name))
}

const rowOf = (words: string, command: Command): readonly string[] => {
  const options = ownOptions(command).map((name) => `--${name}`)
  return [
    `\`${usageLine(words, command.args).replace(' [options]', '')}\``,
    command.summary,
    options.length > 0 ? codes(options) : '',
  ]
}

/** Every command, as it is declared. */
export const commandTable = (): string =>
  markdownTable(
    ['command', 'what it does', 'options of its own'],
    Object.entries(commands).flatMap(([name, node]) =>
      listCommands(name, node).map(([words, command]) => rowOf(words, command)),
    ),
  )

export const exitCodeTable = (): string =>
  markdownTable(
    ['exit code', 'meaning'],
    Object.values(exitCodes).map(({ code, meaning }) => [code, meaning]),
  )

const typed = (lines: readonly string[]): string => {
  const characters = lines.reduce((sum, line) => sum + line.length, 0)
  return `${lines.length} (${characters})`
}

const taken = (steps: readonly string[]): string => {
  const counts = steps.map(costOf)
  const sum = (member: 'actions' | 'characters') => counts.reduce((all, count) => all + count[member], 0)
  return `${sum('actions')} (${sum('characters')})`
}

/** Daily jobs of administrators: commands or clicks, and in parentheses the typed characters. */
export const jobTable = (): string =>
  markdownTable(
    ['job', 'curl', '`patchbay`', 'console'],
    [
      ...fifteenJobs.map((one) => [one.job, typed(one.curl), typed(one.patchbay), taken(one.console)]),
      [
        '**all fifteen**',
        typed(fifteenJobs.flatMap(({ curl }) => curl)),
        typed(fifteenJobs.flatMap(({ patchbay }) => patchbay)),
        taken(fifteenJobs.flatMap((one) => one.console)),
      ],
    ],
  )
