import { type KeyboardEvent, useState } from 'react'

interface Options<T> {
  readonly options: readonly T[]
  readonly onChoose: (option: T) => void
  /** True if Enter chooses an option before the arrows have marked one. */
  readonly isFirstMarked: boolean
}

/**
 * A list below a field, whose options are chosen by the arrows and Enter while the field keeps the focus
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox).
 */
export const useOptions = <T>(id: string, { options, onChoose, isFirstMarked }: Options<T>) => {
  const [marked, setMarked] = useState(-1)
  const first = isFirstMarked && options.length > 0 ? 0 : -1
  const index = marked < 0 ? first : Math.min(marked, options.length - 1)
  const reset = () => setMarked(-1)
  /** `true`: the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setMarked((index + step + options.length) % options.length)
      return true
    }
    const option = event.key === 'Enter' ? options[index] : undefined
    if (option === undefined) return false
    event.preventDefault()
    reset()
    onChoose(option)
    return true
  }
  return {
    reset,
    onKey,
    /** The attributes of the field. */
    field: {
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': index < 0 ? undefined : `${id}-${index}`,
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    /** The attributes of an option, by its place. */
    option: (at: number) => ({
      id: `${id}-${at}`,
      role: 'option' as const,
      tabIndex: -1,
      'aria-selected': at === index,
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => {
        const option = options[at]
        reset()
        if (option !== undefined) onChoose(option)
      },
    }),
  }
}
