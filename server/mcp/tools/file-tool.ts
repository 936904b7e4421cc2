import { type ToolArguments, type ToolDefinition, toolSchema } from '@patchbay/core/schema'
import Type from 'typebox'
import { readArguments } from './read-arguments.ts'

const fileArguments = Type.Object(
  {
    file_id: Type.String(),
    part: Type.Optional(Type.Integer({ minimum: 1, description: 'Which part of a long text' })),
  },
  { additionalProperties: false },
)

export type FileArguments = Type.Static<typeof fileArguments>

/** Throws VALIDATION_ERROR. */
export const readFileArguments = (toolArguments: ToolArguments): FileArguments =>
  readArguments(fileArguments, toolArguments).value

/** The tool that reads files, the same for all domains. */
export const fileTool: ToolDefinition = {
  name: 'read_file',
  title: 'Read a file',
  description: 'Reads a file by its file_id: a text, the text of a PDF, or an image.',
  inputSchema: toolSchema(fileArguments),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}
