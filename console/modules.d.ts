declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'
/** The address of the file. */
declare module '*.svg' {
  const address: string
  export default address
}
/** The elements of an icon, with their attributes. */
declare module 'lucide:*' {
  const elements: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
  export default elements
}
