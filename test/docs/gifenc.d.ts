/** The used part of the library, which has no types. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]

  export const quantize: (rgba: Uint8Array, colours: number) => Palette
  export const applyPalette: (rgba: Uint8Array, palette: Palette) => Uint8Array
  export const GIFEncoder: () => {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: { palette: Palette; delay: number }): void
    finish(): void
    bytes(): Uint8Array
  }
}
