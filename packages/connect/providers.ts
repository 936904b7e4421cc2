/** A provider as the picker shows it. */
export interface ConnectProvider {
  /** Its id at the gateway, such as `hubspot`. */
  readonly id: string
  readonly title: string
}

/** Reads `hubspot=HubSpot, stripe=Stripe`; without a title, the id is shown. */
export const readProviders = (text: string): readonly ConnectProvider[] =>
  text
    .split(',')
    .map((part) => part.split('=').map((each) => each.trim()))
    .flatMap(([id = '', title = id]) => (id === '' ? [] : [{ id, title }]))
