import { type RefObject, useEffect, useState } from 'react'

export interface Visible {
  readonly first: number
  readonly last: number
  /** Of one row, in pixels. */
  readonly height: number
}

/** So many rows are kept above and below what is seen, so that Tab and a turn of the wheel find them. */
const margin = 20

const measure = (body: HTMLElement, count: number): Visible => {
  const height = body.querySelector('[aria-rowindex]')?.getBoundingClientRect().height || 36
  const above = Math.floor(-body.getBoundingClientRect().top / height)
  // In steps of ten, so that not each pixel of scrolling renders.
  const first = Math.min(Math.max(0, above - margin), Math.max(0, count - 1))
  const last = above + window.innerHeight / height + margin
  return { first: first - (first % 10), last: Math.min(count, Math.ceil(last / 10) * 10), height }
}

/** Which of `count` rows of one height are near what is seen of the page; only they need to be there. */
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
