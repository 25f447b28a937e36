import type { Locator, Page } from '@playwright/test'

/** Times in ms from the touch until the answer is painted, by the name of the answer. */
export type TapTimes = Map<string, number[]>

/** Time (ms) after which a tap counts as not answered. */
const WITHIN_MS = 20_000

/** Conditions by the name of the shown element; each is a function without arguments, as text, that runs in the page. */
export type Shown = Readonly<Record<string, string>>

/**
 * Returns a script that waits for the next touch, and then for each condition until the frame that paints it. `tapShown` resolves
 * with the times in ms; null: not shown within 20 s.
 */
const watchTap = (shown: Shown): string => `
  globalThis.tapShown = Promise.all([${Object.values(shown).join(', ')}].map((isShown) => new Promise((resolve) => {
    setTimeout(() => resolve(null), ${WITHIN_MS})
    addEventListener('pointerdown', ({ timeStamp }) => {
      const look = () => {
        if (!isShown()) return requestAnimationFrame(look)
        // A message is handled after the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  })))
  void 0
`

/**
 * Taps the target, and adds to `times` the time in ms until each condition is painted. Throws an error if one is not shown within
 * 20 s.
 */
export async function timedTap(page: Page, times: TapTimes, target: Locator, shown: Shown): Promise<void> {
  await page.evaluate(watchTap(shown))
  await target.tap({ timeout: WITHIN_MS })
  const all: (number | null)[] = await page.evaluate('globalThis.tapShown')
  for (const [index, name] of Object.keys(shown).entries()) {
    const ms = all[index]
    if (ms == null) throw new Error(`${name}: nothing is shown`)
    times.set(name, [...(times.get(name) ?? []), ms])
  }
}
