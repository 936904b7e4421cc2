import { mayHoldInexact } from './exact-json.ts'

/** The module of inexact-bytes.wat (WebAssembly 2.0 with vectors). */
export const searchProgram =
  'AGFzbQEAAAABFwRgAXsBe2ACe38Be2ABfwF/YAJ/fwF/AwUEAAECAwUDAQACBxMCBm1lbW9yeQIABnNlYXJjaAADCu0BBBAAIABBMP0P/XFBCf0P/SoLCgAgACAB/Q/9IwsoACAAIABBAXZxIQAgACAAQQJ2cSEAIAAgAEEEdnEhACAAIABBCHZxC6UBAgN7AX8DQCAA/QAEACECIAJBIP0P/VBB5QAQASAAQQFr/QAEABAA/U4hAyAD/VMEQCAA/QAEASEEIAMgBBAAIARBKxABIARBLRAB/VD9UP1OIAD9AAQCEAAgAP0ABAMQAP1O/U4hAyAD/VMEQEEBDwsLIAVBEHYgAhAAIAJBLhAB/VD9ZEEQdHIhBSAFEAIEQEEBDwsgAEEQaiIAIAFJDQALQQAL'

interface Search {
  readonly memory: WebAssembly.Memory
  /** 1: the bytes from one place to another may hold such a number. */
  search(at: number, end: number): number
}

/** Zeros stand before the bytes and behind them. */
const begin = 16
const behind = 32
const pieceBytes = 65_536
/** Longer than what is searched for, so that one of two pieces has it whole. */
const overlap = 32

const searchWith = ({ memory, search }: Search): ((bytes: Uint8Array) => boolean) => {
  const place = new Uint8Array(memory.buffer)
  return (bytes) => {
    for (let from = 0; ; from += pieceBytes - overlap) {
      const piece = bytes.length <= pieceBytes ? bytes : bytes.subarray(from, from + pieceBytes)
      const end = begin + piece.length
      place.set(piece, begin)
      place.fill(0, end, end + behind)
      if (search(begin, end) !== 0) return true
      if (from + pieceBytes >= bytes.length) return false
    }
  }
}

const load = (): ((bytes: Uint8Array) => boolean) => {
  const code = Buffer.from(searchProgram, 'base64')
  // Processors without AVX: Bun refuses vectors there.
  if (!WebAssembly.validate(code)) return (bytes) => mayHoldInexact(Buffer.from(bytes).toString('latin1'))
  return searchWith(new WebAssembly.Instance(new WebAssembly.Module(code)).exports as unknown as Search)
}

/**
 * True if UTF-8 bytes may have a number that a double doesn't hold. It says what `mayHoldInexact` says of their text in a third of its time: the two
 * patterns took 6 % of the main thread's time of a call that asks its provider.
 */
export const bytesMayHoldInexact = load()
