// Opens everything that a page can open: dialogs, menus, panels, lists, tabs and further forms.
import type { Locator, Page } from '@playwright/test'

/** Buttons that leave the page, or whose work other buttons need. */
const LEFT_OUT = /^(logout|end |make |send|release|discard|add member|unsubscribe|login|use a passkey|reload|request)/i
/** Number of buttons of one kind that are pressed on a page. */
const MOST_OF_A_KIND = 2

/** Returns the kind of a button: the beginning of its name, so that `Edit` of ten reasons is one kind. */
const kindOf = (name: string): string =>
  name
    .trim()
    .split(/[\s,:]+/)
    .slice(0, 2)
    .join(' ')
    .slice(0, 14)

/** Selectors of what opens something. */
const OPENERS = ['button:visible', 'summary:visible', '[role=tab]:visible', '[role=combobox]:visible']

const nameOf = (opener: Locator): Promise<string> =>
  opener.evaluate((element) => element.getAttribute('aria-label') ?? (element.textContent || element.id), undefined, {
    timeout: 1000,
  })

/** Waits until the page has drawn what a press changed. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

interface Opening {
  /** Opens the page. */
  readonly open: () => Promise<void>
  /** Part of the page whose buttons are pressed. */
  readonly within: 'body' | 'main'
  /** Looks at what the opener with this name opened; the name is empty for the page itself. */
  readonly look: (opener: string) => Promise<void>
}

/**
 * Opens a page, presses each button in a part of it, and calls `look` after each. Whatever a button opened is closed by Escape; if
 * the page is another one afterwards, it is opened again. Returns the number of buttons pressed.
 */
export async function openAll(page: Page, { open, within, look }: Opening): Promise<number> {
  const openers = page.locator(OPENERS.map((selector) => `${within} ${selector}`).join(', '))
  await open()
  await look('')
  const place = new URL(page.url()).pathname
  const pressed = new Map<string, number>()
  for (let index = 0; index < (await openers.count()); index++) {
    const opener = openers.nth(index)
    const name = await nameOf(opener).catch(() => undefined)
    const count = pressed.get(kindOf(name ?? '')) ?? 0
    if (name === undefined || LEFT_OUT.test(name.trim()) || count >= MOST_OF_A_KIND) continue
    pressed.set(kindOf(name), count + 1)
    const isPressed = await opener.click({ timeout: 1500 }).then(
      () => true,
      () => false,
    )
    if (!isPressed) continue
    await drawn(page)
    await look(name)
    await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== place || (await page.getByRole('dialog').count()) > 0) await open()
  }
  return [...pressed.values()].reduce((sum, count) => sum + count, 0)
}
