/**
 * The output of the process that reads a PDF, a line of JSON each: first that it is ready for the bytes, then the text
 * or the reason why there is none.
 */
export type FromPdfReader =
  | { readonly kind: 'ready' }
  | { readonly kind: 'text'; readonly text: string; readonly pages: number; readonly isCut: boolean }
  | { readonly kind: 'refused'; readonly message: string }

export const pdfLimits = {
  /** The most bytes of a PDF whose text is read. */
  pdfBytes: 20 * 2 ** 20,
  /** The most characters of its text. */
  characters: 2 ** 20,
  pages: 2000,
  /** The most processor time that reading may take, in milliseconds, and the longest that it may last on a busy machine. */
  processorMs: 10_000,
  totalMs: 60_000,
  /** The memory that reading may take, beyond that of the process before it, where the system can hold it to that. */
  memoryBytes: 384 * 2 ** 20,
} as const
