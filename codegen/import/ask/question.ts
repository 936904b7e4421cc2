import { hasGap, type ObjectExpression } from '../../source/expression.ts'

/** One of the answers that a question could have, as members of overlay.ts. */
export interface OfferedLine {
  /** The name by which it is chosen: `X-Api-Key`. */
  readonly name: string
  readonly overlay: ObjectExpression
  /** Its purpose, or its doubts. */
  readonly about?: string
}

/** Something that a document doesn't say, so the author of the provider has to. Until then, nothing is guessed silently. */
export interface Question {
  /** The key of the answer in `import.json`: `reads POST /tasks/search`. */
  readonly id: string
  readonly question: string
  /** The probable answer, and the reason for it. */
  readonly guess: string
  readonly reason: string
  /** The rule that applies until it is answered. */
  readonly meanwhile: string
  /** The members of overlay.ts that answer it, if it is answered there; otherwise `import.json` has the answer. */
  readonly overlay?: ObjectExpression
  /** All answers that the document admits, the probable one first, if there are several. */
  readonly alternatives?: readonly OfferedLine[]
  /** True if the document shows the guess so well that the import writes it into overlay.ts, for a person to check. */
  readonly isSure?: boolean
  /** Answers to choose from, if the answer decides what is imported. */
  readonly options?: readonly string[]
}

/** Asks the author; gives the answers by the questions' ids. */
export type Ask = (questions: readonly Question[]) => Promise<Readonly<Record<string, string>>>

/** The document's actions that an overlay lists, by the names that it gives them. */
export type Listed = Readonly<
  Record<string, { readonly from: string; readonly pages?: unknown; readonly fill?: object }>
>

/** The lines of overlay.ts among which an answer chooses. A single line with a gap, which a person has to fill, is no choice. */
export const offeredLines = ({ alternatives, overlay, guess }: Question): readonly OfferedLine[] =>
  alternatives ?? (overlay === undefined || hasGap(overlay) ? [] : [{ name: guess, overlay }])
