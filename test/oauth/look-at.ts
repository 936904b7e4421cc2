import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isThorough } from '../times.ts'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const sizes = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
  desktop: { width: 1280, height: 900 },
}

/** In which pages are looked at. */
export const forms = Object.entries(sizes).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, viewport, colorScheme })),
)

/** Each size in one colour scheme, and both schemes among them; in a thorough run each in both. */
export const formsByTurns = forms.filter(
  ({ size, colorScheme }) => isThorough || (size === 'phone') === (colorScheme === 'light'),
)

/**
 * Keeps a picture of the page for people, where they ask for pictures by `TEST_PICTURES`: no test reads one, and hundreds take minutes.
 * Chromium sometimes refuses one ("Unable to capture screenshot") and makes it when it is asked again.
 */
export const takePicture = async (page: Page, path: string): Promise<void> => {
  if (!process.env.TEST_PICTURES) return
  const take = () => page.screenshot({ path, fullPage: true })
  await take().catch((error: unknown) => {
    if (!String(error).includes('Unable to capture screenshot')) throw error
    return take()
  })
}

/** Resolves when all is drawn: a picture, or axe, would find colours that are on their way to others. What never ends is not waited for. */
const untilDrawn = `(async () => {
  await document.fonts.ready
  const moving = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
})()`

/**
 * The violations that axe finds on a page; with `rules`, of these rules alone. Axe's other results (passes, doubts) take longer to
 * collect than the violations.
 */
export const findFaults = async (page: Page, rules?: readonly string[]): Promise<unknown[]> => {
  await page.evaluate(untilDrawn)
  await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate<unknown[]>(`axe
    .run(${JSON.stringify(options)})
    .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`)
}

/** Keeps a picture of the page in `test-results/<folder>`, and expects that nothing is cut off and that axe has no findings. */
export const lookAt = async (
  page: Page,
  name: string,
  { size, viewport, colorScheme }: (typeof forms)[number],
  folder: string,
): Promise<void> => {
  const path = join(import.meta.dirname, '../../test-results', folder, `${size}-${colorScheme}-${name}.png`)
  await page.evaluate(untilDrawn)
  await takePicture(page, path)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width)
  expect([name, await findFaults(page)]).toEqual([name, []])
}
