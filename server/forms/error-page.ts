import type { GatewayError } from '@patchbay/core/errors'
import type { Reply } from '../http/exchange.ts'
import type { Brand } from '../pages/brand.ts'
import { endPage } from '../pages/end-page.ts'
import { errorHeaders, type RequestError } from './request-error.ts'

/** Renders an error as a page that tells its message, for routes that people open by a link. */
export const renderSorryPage =
  (brand: Brand) =>
  (error: RequestError | GatewayError): Reply => {
    const { headers, ...page } = endPage(brand, error.status, 'Sorry', `${error.message}.`)
    return { ...page, headers: { ...headers, ...errorHeaders(error) }, log: { code: error.code } }
  }
