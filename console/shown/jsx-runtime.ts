/*
 * React's JSX, by which every text of the console goes through `markProps`: no screen can forget it, whoever wrote the text.
 * https://react.dev/blog/2020/09/22/introducing-the-new-jsx-transform
 */
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { markProps } from './mark-text.ts'

export type { JSX } from 'react/jsx-runtime'
export { Fragment }

export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, markProps(type, props as never), key)
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, markProps(type, props as never), key)
