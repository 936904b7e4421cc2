import { useEffect, useState } from 'react'
import { words } from '../words.ts'
import { IconButton } from './button.tsx'
import css from './id.module.css'
import { Check, Copy } from './inline/shapes.ts'

const shownMs = 1500

/** Copies a text; `isCopied` says so for a moment. */
export const useCopy = (value: string) => {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return { isCopied, copy }
}

export const CopyButton = ({ value }: { readonly value: string }) => {
  const { isCopied, copy } = useCopy(value)
  return (
    <IconButton label={isCopied ? words.copied : words.copyOf(value)} icon={isCopied ? Check : Copy} onClick={copy} />
  )
}

/** An id: whole among facts; on a single line cut where there is no room, and whole when it is pointed at and copied. */
export const Id = ({ children }: { readonly children: string }) => (
  <span className={css.id}>
    <code title={children}>{children}</code>
    <CopyButton value={children} />
  </span>
)
