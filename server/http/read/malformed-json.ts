import { printParseErrorCode, visit } from 'jsonc-parser'

type ErrorName = ReturnType<typeof printParseErrorCode>

/** The fault at a place, in words. */
const words: Readonly<Partial<Record<ErrorName, string>>> = {
  InvalidSymbol: 'this is not a JSON value; names and texts stand in double quotes',
  InvalidNumberFormat: 'this number is not written as in JSON',
  UnexpectedEndOfNumber: 'this number is not complete',
  PropertyNameExpected: 'a name in double quotes is expected here, without a comma before a closing brace',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing brace is expected here',
  CloseBracketExpected: 'a closing bracket is expected here',
  EndOfFileExpected: 'nothing may follow the first value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this text has no closing double quote on its line',
  InvalidUnicode: '\\u must be followed by four hex digits in this text',
  InvalidEscapeCharacter: 'a backslash in this text begins an escape that JSON does not have',
  InvalidCharacter: 'this text holds a control character, which must be escaped',
}

/** Thrown to end a visit, which can't be stopped otherwise. */
class FaultFound {
  constructor(readonly fault: string) {}
}

/**
 * The place of the fault in malformed JSON, and the expected text there. It never shows the text at that place, which may be a secret.
 * Lines and columns begin at 1. `enter` and `leave` are called for each object and list; `enter` may throw for one that lies
 * too deep.
 */
export const malformedAt = (text: string, enter: () => void, leave: () => void): string | undefined => {
  const onError = (
    code: Parameters<typeof printParseErrorCode>[0],
    _at: number,
    _size: number,
    line: number,
    character: number,
  ) => {
    const expected = words[printParseErrorCode(code)]
    throw new FaultFound(`line ${line + 1}, column ${character + 1}${expected === undefined ? '' : `: ${expected}`}`)
  }
  const brackets = { onObjectBegin: enter, onArrayBegin: enter, onObjectEnd: leave, onArrayEnd: leave }
  try {
    visit(text, { ...brackets, onError }, { disallowComments: true })
    return undefined
  } catch (thrown) {
    if (thrown instanceof FaultFound) return thrown.fault
    throw thrown
  }
}
