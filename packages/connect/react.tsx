import { createElement, type ReactNode, useEffect, useRef } from 'react'
import { type ConnectElement, type CreateLink, defineConnectElement } from './connect-element.ts'
import type { ConnectResult } from './open-pop-up.ts'
import type { ConnectProvider } from './providers.ts'

export interface ConnectButtonProps {
  readonly createLink: CreateLink
  /** The providers the person chooses from; if there are none, your backend decides. */
  readonly providers?: readonly ConnectProvider[]
  /** The heading of the choice. */
  readonly heading?: string
  readonly className?: string
  readonly children?: ReactNode
  readonly onConnected?: (account: ConnectResult) => void
  /** The pop-up was closed, and nothing was connected. */
  readonly onClosed?: () => void
  readonly onFailed?: (error: Error) => void
}

// Before any is rendered, because what is set on an element that the browser doesn't know yet would hide its own.
defineConnectElement()

/**
 * A button that lets a customer connect an account.
 *
 * @example
 * <ConnectButton createLink={createLink} onConnected={reload}>Connect HubSpot</ConnectButton>
 */
export const ConnectButton = (props: ConnectButtonProps): ReactNode => {
  const element = useRef<ConnectElement>(null)
  // A click and its outcome use the latest rendering's props.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
    if (element.current) element.current.providers = props.providers
  })
  useEffect(() => {
    const button = element.current
    if (!button) return
    button.createLink = (provider) => latest.current.createLink(provider)
    const listening = new AbortController()
    const on = <Detail,>(name: string, tell: (detail: Detail) => void): void =>
      button.addEventListener(name, (event) => tell((event as CustomEvent<Detail>).detail), {
        signal: listening.signal,
      })
    on<ConnectResult>('patchbay-connected', (account) => latest.current.onConnected?.(account))
    on('patchbay-closed', () => latest.current.onClosed?.())
    on<Error>('patchbay-failed', (error) => latest.current.onFailed?.(error))
    return () => listening.abort()
  }, [])
  const { heading, className, children } = props
  return createElement('patchbay-connect', { ref: element, heading, class: className }, children)
}
