import { type ShownPiece, showText, splitText } from '@patchbay/core/shown-text'
import { createElement, Fragment, isValidElement, type ReactNode } from 'react'

const titles: Readonly<Record<ShownPiece['kind'], string>> = {
  plain: '',
  hidden: 'an invisible character',
  foreign: 'a letter of another alphabet than its word',
  backslash: 'a backslash',
}

/** Escapes stand in a mark, so that nobody takes them for what somebody wrote. */
export const markPieces = (pieces: readonly ShownPiece[]): ReactNode =>
  createElement(
    Fragment,
    null,
    ...pieces.map(({ kind, text }) => (kind === 'plain' ? text : createElement('mark', { title: titles[kind] }, text))),
  )

const isPlain = (pieces: readonly ShownPiece[]): boolean => pieces.every(({ kind }) => kind === 'plain')

/** These hold no elements. */
const textOnly = new Set(['option', 'title', 'textarea', 'style', 'script'])
/** These keep their line breaks. */
const hasLines = new Set(['pre', 'textarea'])

const markNode = (node: ReactNode, type: string): ReactNode => {
  if (Array.isArray(node)) return node.map((each: ReactNode) => markNode(each, type))
  if (typeof node !== 'string' || isValidElement(node)) return node
  const pieces = splitText(node, hasLines.has(type) ? 'lines' : 'line')
  if (isPlain(pieces)) return node
  return textOnly.has(type) ? pieces.map(({ text }) => text).join('') : markPieces(pieces)
}

/** Attributes that people read or hear. The value of a field isn't one: it is sent back as it is. */
const readAttributes = ['title', 'aria-label', 'alt', 'placeholder'] as const

type Props = Readonly<Record<string, unknown>>

/** The properties of an element, whose texts are shown as `splitText` says. A component of ours passes its texts on to elements. */
export const markProps = (type: unknown, props: Props): Props => {
  if (typeof type === 'function') return props
  const name = typeof type === 'string' ? type : ''
  const marked: Record<string, unknown> = { ...props }
  for (const attribute of readAttributes) {
    const text = props[attribute]
    if (typeof text === 'string') marked[attribute] = showText(text, 'lines')
  }
  if (props.children !== undefined) marked.children = markNode(props.children as ReactNode, name)
  return marked
}
