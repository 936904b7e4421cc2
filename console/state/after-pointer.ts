const ends = ['pointerup', 'pointercancel'] as const

let isDown = false
const setDown = ({ type }: Event): void => {
  isDown = type === 'pointerdown'
}
for (const name of ['pointerdown', ...ends]) globalThis.addEventListener?.(name, setDown, true)

/**
 * Does the work when no button of the pointer is down: a field that is left by a click may change the page, but not before the click has met
 * what it was meant for.
 */
export const afterPointer = (work: () => void): void => {
  const finish = (): void => {
    for (const end of ends) removeEventListener(end, finish)
    work()
  }
  if (isDown) for (const end of ends) addEventListener(end, finish)
  else work()
}
