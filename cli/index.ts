/** The parts that the program and the commands in `server/commands` are built from. */
export {
  type AdminApi,
  defaultUrl,
  gatewayUrl,
  isExposed,
  readData,
  type Schemas,
  straight,
  unlessMissing,
} from './api/admin-api.ts'
export { checkedKey, readKey } from './api/admin-key.ts'
export { type CommandOperation, listOperations } from './api/operations.ts'
export type { AnswerOf, BodyOf } from './api/routes.ts'
export { remoteCommands } from './commands/index.ts'
export {
  type Command,
  type CommandGroup,
  type CommandInput,
  type CommandTree,
  commandInput,
  jsonOption,
  remoteOptions,
  wideOption,
} from './program/command.ts'
export { completion } from './program/completion-command.ts'
export { runCommandLine } from './program/run.ts'
export { calledAs } from './terminal/called-as.ts'
export { endWithReader } from './terminal/closed-pipe.ts'
export { column } from './terminal/column.ts'
export { CommandError, usageError } from './terminal/command-error.ts'
export { cutText, wrapText } from './terminal/fit-text.ts'
export { readInput, readInputText } from './terminal/input-file.ts'
export { checkIsNew, saveStream } from './terminal/save-file.ts'
export { showTable } from './terminal/table.ts'
export { hasColor, type Terminal } from './terminal/terminal.ts'
