import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsoleStep } from '../docs/console-step.ts'

/** The part of the page in front: the last opened dialog, or the whole page. */
const before = async (page: Page): Promise<Locator> => {
  const dialogs = page.getByRole('dialog')
  return (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
}

/** A field by its label, but not a list with the same accessible name. */
const field = (place: Locator, label: string): Locator =>
  place.getByLabel(label, { exact: true }).and(place.locator('input, textarea, select'))

/** Items of an open menu come first: it lies over the page. */
const named = async (page: Page, place: Locator, name: string): Promise<Locator> => {
  const choice = page.getByRole('menuitem', { name, exact: true })
  const control = place.getByRole('button', { name, exact: true }).or(place.getByRole('link', { name, exact: true }))
  await choice.or(control).first().waitFor()
  return (await choice.count()) > 0 ? choice : control.first()
}

const grouped = (place: Locator, group: string | undefined): Locator =>
  group === undefined ? place : place.getByRole('group', { name: group, exact: true })

/** Presses Tab until the control has a visible focus. Throws Error if Tab never gets there. */
const tabTo = async (page: Page, control: Locator): Promise<void> => {
  await control.waitFor()
  for (let steps = 0; steps < 150; steps++) {
    await page.keyboard.press('Tab')
    const [isThere, outline] = await control.evaluate((element) => {
      // biome-ignore lint/suspicious/noExplicitAny: this runs in the browser, whose globals this program doesn't know
      const { document, getComputedStyle } = globalThis as any
      return [element === document.activeElement, getComputedStyle(element).outlineStyle]
    })
    if (isThere) return expect(outline).not.toBe('none')
  }
  throw new Error('150 times Tab never got there')
}

const isFocused = (control: Locator): Promise<boolean> => control.evaluate((element) => element.matches(':focus'))

/** Presses the arrow until the choice of the open menu has the focus. Throws Error if it never gets there. */
const goTo = async (page: Page, choice: Locator): Promise<void> => {
  for (let steps = 0; steps < 20; steps++) {
    if (await isFocused(choice)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error('20 times the arrow never got there')
}

/** A person's ways to reach a control and use it. */
const hands = {
  mouse: {
    click: (_page: Page, control: Locator) => control.click(),
    check: (_page: Page, control: Locator) => control.check(),
    type: (_page: Page, control: Locator, value: string) => control.fill(value),
    take: (_page: Page, option: Locator) => option.click(),
  },
  keyboard: {
    async click(page: Page, control: Locator) {
      await ((await control.getAttribute('role')) === 'menuitem' ? goTo(page, control) : tabTo(page, control))
      await page.keyboard.press('Enter')
    },
    async check(page: Page, control: Locator) {
      await tabTo(page, control)
      await page.keyboard.press('Space')
    },
    async type(page: Page, control: Locator, value: string) {
      // The palette begins in its field.
      if (!(await isFocused(control))) await tabTo(page, control)
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(value)
    },
    async take(page: Page, option: Locator) {
      await option.waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    },
  },
}

/** Carries out a line of `fifteen-jobs.ts`, other than a command. */
export const takeStep = async (
  page: Page,
  step: Exclude<ConsoleStep, { kind: 'run' }>,
  hand: keyof typeof hands,
): Promise<void> => {
  if (step.kind === 'press') return page.keyboard.press(step.value)
  const place = await before(page)
  switch (step.kind) {
    case 'click': {
      const row = step.row === undefined ? place : place.getByRole('row').filter({ hasText: step.row }).first()
      return hands[hand].click(page, await named(page, row, step.name))
    }
    case 'check':
      return hands[hand].check(page, grouped(place, step.row).getByRole('checkbox', { name: step.name, exact: true }))
    case 'type':
      return hands[hand].type(page, field(place, step.field), step.value)
    case 'choose': {
      const control = field(place, step.field)
      if ((await control.getAttribute('role')) === 'combobox') {
        await hands[hand].type(page, control, step.value)
        return hands[hand].take(page, page.getByRole('option').filter({ hasText: step.value }).first())
      }
      // A list of the browser's own: Chromium's isn't part of the page, so neither hand can be shown to reach its lines.
      await control.selectOption(step.value)
    }
  }
}
