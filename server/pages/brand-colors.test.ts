import { expect, test } from 'vitest'
import { contrast, deriveBrandColors } from './brand-colors.ts'

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

const steps = ['00', '33', '66', '99', 'cc', 'ff']
const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

test('whatever the brand’s colour is, buttons and links can be read in light and in dark', () => {
  const unreadable = all.filter((color) => {
    const { fill, onFill, accent } = deriveBrandColors(color)
    const pairs = [
      [fill, onFill],
      [accent.light, '#ffffff'],
      [accent.light, '#f3f4f7'],
      [accent.dark, '#14171b'],
    ]
    return pairs.some(([one = '', other = '']) => contrast(one, other) < 4.5)
  })
  expect(unreadable).toEqual([])
})

test('a colour that can be read is left as it is', () => {
  expect(deriveBrandColors('#2a53d0')).toMatchObject({
    fill: '#2a53d0',
    onFill: '#ffffff',
    accent: { light: '#2a53d0' },
  })
  expect(deriveBrandColors('#fcb400')).toMatchObject({ fill: '#fcb400', onFill: '#000000' })
})
