let usedAt = Date.now()
for (const name of ['pointerdown', 'keydown', 'scroll']) {
  window.addEventListener(name, () => (usedAt = Date.now()), { capture: true, passive: true })
}

const pauseMs = 5 * 60_000

/** Refreshes every `ms`, but not while the page is unused: a forgotten tab must not keep its session alive. */
export const whileUsed = (ms: number) => (): number | false => (Date.now() - usedAt < pauseMs ? ms : false)
