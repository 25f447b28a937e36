import type { Locator, Page } from '@playwright/test'

/** Time in ms from the touch until the answer is painted, by what was tapped. */
export type TapTimes = Map<string, number[]>

/** Time after which a tap counts as without an answer. */
const WITHIN_MS = 20_000

/**
 * Returns a script that waits for the next touch, then for the condition, then for the frame that paints it. `condition` is a
 * function of the page's document, as text.
 */
const watchTap = (condition: string): string => `
  globalThis.tapShown = new Promise((resolve) => {
    setTimeout(() => resolve(null), ${WITHIN_MS})
    const isShown = ${condition}
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
  })
  void 0
`

/** Taps and notes the time until the condition is painted. */
export async function timedTap(
  page: Page,
  times: TapTimes,
  name: string,
  target: Locator,
  condition: string,
): Promise<void> {
  await page.evaluate(watchTap(condition))
  await target.tap({ timeout: WITHIN_MS })
  const ms: number | null = await page.evaluate('globalThis.tapShown')
  if (ms === null) throw new Error(`${name}: nothing is shown`)
  times.set(name, [...(times.get(name) ?? []), ms])
}
