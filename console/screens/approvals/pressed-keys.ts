import { useEffect, useEffectEvent } from 'react'

const typedInto = 'input:not([type="checkbox"]), textarea, select, [role="dialog"]'

/** A key alone, where nothing is being typed and no dialog is open. */
const readKey = (event: KeyboardEvent): string | undefined => {
  const { target, key, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || repeat) return undefined
  if (target instanceof Element && target.closest(typedInto)) return undefined
  return key.toLowerCase()
}

/** Calls back with each key that somebody presses alone. */
export const usePressedKeys = (onKey: (key: string) => void): void => {
  const onPressed = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const key = readKey(event)
      if (key !== undefined) onPressed(key)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
