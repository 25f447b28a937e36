import type { Locator, Page } from '@playwright/test'

/** Time in ms from the touch until the answer is painted, by what was tapped. */
export type TapTimes = Map<string, number[]>

/** Time after which a tap counts as without an answer. */
const WITHIN_MS = 20_000

/** Conditions by the name of what is shown; each is a function of the page's document, as text. */
export type Shown = Readonly<Record<string, string>>

/** Returns a script that waits for the next touch, and then, for each condition, for the frame that paints it. */
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

/** Taps and notes the time until each condition is painted. */
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
