import { defineConnectElement } from './connect-element.ts'

export { ConnectElement, type CreateLink } from './connect-element.ts'
export { type ConnectResult, openPopUp, type PopUp } from './open-pop-up.ts'
export type { ConnectProvider } from './providers.ts'

defineConnectElement()
