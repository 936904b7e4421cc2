import { setTimeout as sleep } from 'node:timers/promises'

/** One window of the vendor, as it went. */
export interface VendorWindow {
  answered: number
  refused: number
}

export const limit = 100
/** A minute with `VENDOR_WINDOW_MS=60000`, as vendors have it. The tests take less, as nothing depends on it. */
const windowMs = Number(process.env.VENDOR_WINDOW_MS ?? 10_000)

const json = { 'content-type': 'application/json' }

/** On its way there or back, as vendors are not next door. */
const travel = (): Promise<void> => sleep(10 + Math.random() * 30)

/** A vendor as far away that takes all calls. */
export const startUnlimitedVendor = () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      await travel()
      await travel()
      return Response.json({ ok: true })
    },
  })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

/**
 * A vendor on loopback that takes `limit` calls in each window and refuses the others with 429. It says what is left as the IETF's
 * draft does, in whole seconds. A window begins with the first call after the one before.
 */
export const startLimitedVendor = () => {
  const windows: VendorWindow[] = []
  let endsAt = 0

  const current = (): VendorWindow => {
    const now = performance.now()
    if (now >= endsAt) {
      endsAt = now + windowMs
      windows.push({ answered: 0, refused: 0 })
    }
    return windows.at(-1) as VendorWindow
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      await travel()
      const window = current()
      const isOver = window.answered >= limit
      if (isOver) window.refused++
      else window.answered++
      const wait = Math.ceil((endsAt - performance.now()) / 1000)
      const headers = {
        ...json,
        ratelimit: `"calls";r=${limit - window.answered};t=${wait}`,
        'ratelimit-policy': `"calls";q=${limit};w=${windowMs / 1000}`,
        ...(isOver && { 'retry-after': String(wait) }),
      }
      await travel()
      return new Response(JSON.stringify({ ok: !isOver }), { status: isOver ? 429 : 200, headers })
    },
  })

  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** Those that are over, and the one that runs. */
    windowMs,
    windows: windows as readonly VendorWindow[],
    stop: () => server.stop(true),
  }
}

export type LimitedVendor = ReturnType<typeof startLimitedVendor>
