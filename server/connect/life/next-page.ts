import type { LinkEvent } from './link-event.ts'

/** The page to which an event leads, with what it shows of the event. */
export type NextPage =
  /** The page at the link's own address, which shows the form or the providers. */
  | { readonly kind: 'form' }
  | ({ readonly kind: 'vendor' } & Pick<Extract<LinkEvent, { kind: 'leave' }>, 'url' | 'browser'>)
  | ({ readonly kind: 'choices' } & Pick<Extract<LinkEvent, { kind: 'offer' }>, 'access'>)
  | ({ readonly kind: 'question' } & Pick<Extract<LinkEvent, { kind: 'ask' }>, 'access'>)
  | ({ readonly kind: 'connected' } & Pick<Extract<LinkEvent, { kind: 'connect' }>, 'access'>)
  | ({ readonly kind: 'failure' } & Pick<Extract<LinkEvent, { kind: 'fail' }>, 'reason' | 'code'>)

/** The page after an event; `undefined`: none yet, as the gateway is still at work, or nobody looks at a page. */
export const findPageAfter = (event: LinkEvent): NextPage | undefined => {
  switch (event.kind) {
    case 'open':
    case 'choose-provider':
    case 'choose-another':
    case 'decline':
      return { kind: 'form' }
    case 'leave':
      return { kind: 'vendor', url: event.url, browser: event.browser }
    case 'offer':
      return { kind: 'choices', access: event.access }
    case 'ask':
      return { kind: 'question', access: event.access }
    case 'connect':
      return { kind: 'connected', access: event.access }
    case 'fail':
      return { kind: 'failure', reason: event.reason, code: event.code }
    default:
      return undefined
  }
}
