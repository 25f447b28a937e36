import type { Page } from '@playwright/test'

/** Sets the theme of a page as if the person had chosen it in another window of the same browser. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((wanted) => {
    const key = 'millwatch.preferences'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{"state":{},"version":0}')
    const newValue = JSON.stringify({ ...kept, state: { ...kept.state, theme: wanted } })
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
    document.documentElement.dataset.theme = wanted
  }, theme)
}
