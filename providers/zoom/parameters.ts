import { cursor, pattern, Type, text } from '@patchbay/core/provider'

export const user_id = text(128, 'Id or e-mail address of the user; me: the user that calls are made as')
export const meeting_id = pattern('^[0-9]{9,12}$', 12, 'Id of the meeting: the number in its address')
export const past_id = text(64, 'Id or UUID of the meeting; an id means the last time that it was held')
export const occurrence_id = pattern('^[0-9]{1,20}$', 20, 'Id of one occurrence of a recurring meeting')
export const email = Type.String({ format: 'email', maxLength: 128, description: 'E-mail address' })
export const day = (description: string) =>
  Type.String({ format: 'date', maxLength: 10, description: `${description}, YYYY-MM-DD`, examples: ['2026-01-31'] })

/** https://developers.zoom.us/docs/api/pagination/: up to 300 a page. */
export const pages = (items: `/${string}`) =>
  cursor({ items, next: '/next_page_token', into: 'next_page_token', size: { into: 'page_size', max: 300 } })

/** https://developers.zoom.us/docs/api/using-zoom-apis/#meeting-id-and-uuid: a UUID with these slashes is encoded twice. */
export const segment = (id: string): string => (/^\/|\/\//.test(id) ? encodeURIComponent(id) : id)
