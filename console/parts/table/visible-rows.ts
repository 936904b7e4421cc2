import { type RefObject, useEffect, useState } from 'react'

export interface Visible {
  readonly first: number
  readonly last: number
  /** The height of one row, in pixels. */
  readonly height: number
}

/** The number of rows above and below the visible ones that are kept, so that Tab and the wheel find them. */
const margin = 20

const measure = (body: HTMLElement, count: number): Visible => {
  const height = body.querySelector('[aria-rowindex]')?.getBoundingClientRect().height || 36
  const above = Math.floor(-body.getBoundingClientRect().top / height)
  // In steps of ten, so that scrolling doesn't render for each pixel.
  const first = Math.min(Math.max(0, above - margin), Math.max(0, count - 1))
  const last = above + window.innerHeight / height + margin
  return { first: first - (first % 10), last: Math.min(count, Math.ceil(last / 10) * 10), height }
}

/** Which of `count` rows of equal height are near the visible part of the page. Only these must be elements. */
export const useVisibleRows = (
  body: RefObject<HTMLElement | null>,
  count: number,
  onScroll: (visible: Visible) => void,
): Visible => {
  const [visible, setVisible] = useState<Visible>({ first: 0, last: 60, height: 36 })
  useEffect(() => {
    const update = (event?: Event) => {
      if (!body.current) return
      const now = measure(body.current, count)
      setVisible((was) => (was.first === now.first && was.last === now.last && was.height === now.height ? was : now))
      if (event) onScroll(now)
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [body, count, onScroll])
  return visible
}
