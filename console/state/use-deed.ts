import { useEffect, useRef } from 'react'
import { useUrl } from './search.ts'

/**
 * Begins the deed that the palette has put into the URL, and takes it out, so that a reload doesn't begin it again. `begin` opens a
 * question, as a link alone must change nothing; false: the screen has no such deed, or not yet.
 */
export const useDeed = (begin: (deed: string) => boolean): void => {
  const [{ do: deed }, change] = useUrl()
  // The URL changes some renders later: without this the question would be opened by each of them, which keeps the URL from changing.
  const begun = useRef<string>(undefined)
  useEffect(() => {
    if (deed === begun.current) return
    if (deed !== undefined && !begin(deed)) return
    begun.current = deed
    if (deed !== undefined) change({ do: undefined })
  })
}
