import type { Slice } from '@patchbay/core/imported'
import { isPlaceholderHost } from '@patchbay/core/provider'
import { call, listCalls, noted, type ObjectExpression } from '../../source/expression.ts'
import { printMember } from '../../source/print.ts'
import { parseSource, printSource } from '../../source/source-file.ts'
import { originFor } from '../ask/placeholder-origin.ts'
import type { Node } from '../read/node.ts'
import { proposeSignIn } from '../sign-in/propose.ts'

/** `overlay.ts`, as it is begun: what the document says and the import's guesses, to be checked and added to by hand. */
export const overlayTs = (id: string, root: Node, slice: Slice, guesses: ObjectExpression = {}): string => {
  const { actions = {}, auth = proposeSignIn(root).ways[0]?.auth ?? call('none'), ...others } = guesses
  const members: ObjectExpression = {
    id,
    title: slice.title,
    origin: beginOrigin(slice),
    ...others,
    auth: noted(auth, 'How the stored credential is sent.'),
    actions: noted(
      actions,
      'The actions that tools list with their parameters. Callers find the document\'s other actions with "find".',
    ),
  }
  const source = parseSource('overlay.ts', '')
  source.addImportDeclarations([
    { namedImports: [...listCalls(members), 'imported'].sort(), moduleSpecifier: '@patchbay/core/provider' },
    { isTypeOnly: true, namedImports: ['Document'], moduleSpecifier: './.generated/document.ts' },
  ])
  source.addExportAssignment({
    isExportEquals: false,
    docs: ["Link the vendor's documentation here. How to write an overlay: docs/imported-providers.md of Patchbay."],
    expression: (writer) => {
      writer.writeLine('imported<Document>()({')
      for (const [name, value] of Object.entries(members)) {
        for (const line of printMember(name, value, '  ')) writer.writeLine(line)
      }
      writer.write('})')
    },
  })
  return printSource(source)
}

const beginOrigin = (slice: Slice) => {
  const origin = originFor(slice)
  return isPlaceholderHost(new URL(origin).host)
    ? noted(origin, 'The document names no host that calls could go to: codegen refuses this placeholder.')
    : origin
}
