import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Load and memory of this gateway's process. */
export interface ProcessHealth {
  readonly uptime_s: number
  readonly memory_bytes: { readonly rss: number; readonly heap_used: number }
  /** The delay since the previous call. */
  readonly event_loop_delay_ms: { readonly p50: number; readonly p99: number; readonly max: number }
}

const milliseconds = (nanoseconds: number): number => Math.round(nanoseconds / 10_000) / 100

/** Starts measuring. Each call of the returned function returns the figures since the previous call. */
export const createProcessHealth = (): (() => ProcessHealth) => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { rss, heapUsed } = process.memoryUsage()
    const event_loop_delay_ms = {
      p50: milliseconds(delay.percentile(50)),
      p99: milliseconds(delay.percentile(99)),
      max: milliseconds(delay.max),
    }
    delay.reset()
    return {
      uptime_s: Math.round(process.uptime()),
      memory_bytes: { rss, heap_used: heapUsed },
      event_loop_delay_ms,
    }
  }
}
