import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  DefaultIntrinsics,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { runLimits } from '../../tools/run-limits.ts'

const pageBytes = 2 ** 16
const memoryPages = runLimits.memoryBytes / pageBytes
const stackBytes = 256 * 2 ** 10
/** Proxies are of no use for JSON, and a way to use much time in one step. */
export const intrinsics = { ...DefaultIntrinsics, Proxy: false, StringNormalize: false }

/**
 * Each run has an instance of its own, whose memory can't grow beyond the limit: QuickJS's own limit doesn't hold for all. It has its whole
 * size at once, as growing may copy it, and what isn't touched takes no memory.
 */
export const createRuntime = async (): Promise<QuickJSRuntime> => {
  const wasmMemory = new WebAssembly.Memory({ initial: memoryPages, maximum: memoryPages })
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickJs.newRuntime()
  runtime.setMaxStackSize(stackBytes)
  return runtime
}

/** The processor time of this process, which runs nothing else meanwhile. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
