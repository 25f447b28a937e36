import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openBrowser, signedIn } from './watcher.ts'

/** Times (ms) of drawing the charts of a page. */
export interface Painted {
  /** From the last byte of the answer to the last drawing on a chart, in a page that is being opened. */
  readonly ms: number
  /** From the start of opening the page to the last drawing on a chart. */
  readonly openedMs: number
  /** From the last byte of the answer for the period before, asked for by a key, to the last drawing on a chart. */
  readonly againMs: number
  readonly points: number
}

/** Browser with a signed-in person, which measures drawing times. */
export interface Painter {
  /**
   * Opens `path` in a new page and measures it until its charts are finished, then goes to the period before. Only the wait for
   * drawing has no limit of time; the page and its data may take 30 s each. `answer` is a part of the address of the request for
   * its data, and `count` returns the number of points in its first answer.
   */
  paint(path: string, answer: string, count: (body: string) => number): Promise<Painted>
  close(): Promise<void>
}

/** Time (ms) without drawing after which the charts are finished. */
const REST_MS = 700
const POLL_MS = 100

/**
 * Script that runs before the page: it records the time of the last drawing on a chart in `lastStroke`. Timelines are excluded,
 * since they are also drawn as time passes.
 */
const noteStrokes = `
  let at = 0
  for (const name of ['stroke', 'fill', 'fillRect', 'drawImage', 'fillText']) {
    const native = CanvasRenderingContext2D.prototype[name]
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      if (this.canvas.closest?.('.series-chart')) at = performance.now()
      return native.apply(this, given)
    }
  }
  globalThis.lastStroke = () => at
`

/** Opens a browser with the person signed in, to measure drawing; undefined if there is none and none can be installed. */
export async function openPainter(person: {
  url: string
  username: string
  password: string
}): Promise<Painter | undefined> {
  const browser = await openBrowser()
  if (browser === undefined) return undefined
  const context = await signedIn(browser, person)
  return {
    async paint(path, answer, count) {
      const page = await context.newPage()
      await page.addInitScript(noteStrokes)
      const opened = await drawnAfter(page, answer, () => page.goto(path))
      const again = await drawnAfter(page, answer, () => page.keyboard.press('['))
      await page.close()
      return { ms: opened.ms, openedMs: opened.at, againMs: again.ms, points: count(opened.body) }
    },
    close: () => browser.close(),
  }
}

/**
 * Acts, and waits for the answer whose address contains `answer` and until the charts are finished. Returns the instant of the
 * last drawing (ms since the page was opened), the time (ms) since the last byte of the answer, and the answer.
 */
async function drawnAfter(page: Page, answer: string, act: () => Promise<unknown>) {
  const arrives = page.waitForResponse((response) => response.url().includes(answer))
  await act()
  const body = await (await arrives).text()
  const answeredAt = `performance.getEntriesByType('resource').filter((one) => one.name.includes('${answer}')).at(-1).responseEnd`
  const isAtRest = `lastStroke() > 0 && performance.now() - Math.max(lastStroke(), ${answeredAt}) > ${REST_MS}`
  while (!(await page.evaluate(isAtRest))) await delay(POLL_MS)
  const at: number = await page.evaluate('lastStroke()')
  const ms: number = at - (await page.evaluate<number>(answeredAt))
  return { at, ms, body }
}
