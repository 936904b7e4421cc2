import type { Locator, Page } from 'playwright-core'

/** The open dialog. What tells of something done has that role as well, and stays for up to ten seconds. */
export const findDialog = (page: Page): Locator => page.locator('[role=dialog]:not([aria-modal=false])')

/** Types into a field that looks for what is typed, and takes what it finds. */
export const pick = async (place: Locator, label: string, text: string): Promise<void> => {
  await place.getByRole('combobox', { name: label, exact: true }).fill(text)
  await place.page().getByRole('option').filter({ hasText: text }).first().click()
}

/** Opens the menu of a row and chooses what it offers. */
export const chooseFor = async (row: Locator, name: string): Promise<void> => {
  await row.getByRole('button', { name: /^Actions for / }).click()
  await row.page().getByRole('menuitem', { name, exact: true }).click()
}

/** Items of a row's menu. */
export const readMenu = async (row: Locator): Promise<readonly string[]> => {
  await row.getByRole('button', { name: /^Actions for / }).click()
  const choices = row.page().getByRole('menuitem')
  await choices.first().waitFor()
  const names = await choices.allTextContents()
  await row.page().keyboard.press('Escape')
  return names
}
