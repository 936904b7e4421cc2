/* The same for builds that aren't for production. */
import { Fragment, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { markProps } from './mark-text.ts'

export type { JSX } from 'react/jsx-dev-runtime'
export { Fragment }

export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, source, self) =>
  reactJsxDev(type, markProps(type, props as never), key, isStatic, source, self)
