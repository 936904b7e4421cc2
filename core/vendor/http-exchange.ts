import { send, showRequest } from '../upstream/index.ts'
import type { VendorExchange } from './vendor-exchange.ts'

/** The exchange with vendors that speak HTTP: all whose actions are requests. */
export const httpExchange: VendorExchange = { send, show: showRequest }
