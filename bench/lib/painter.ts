import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser, signedIn } from './watcher.ts'

export interface Painted {
  /** Time (ms) from the last byte of the answer to the last drawing on a chart. */
  readonly ms: number
  readonly points: number
}

/** Browser with a signed-in person, which measures drawing times. */
export interface Painter {
  /**
   * Opens `path` in a new page and measures it until its charts are finished. Only the wait for drawing has no limit of time; the
   * page and its data may take 30 s each. `answer` is a part of the address of the request for its data, and `count` returns the
   * number of points in that answer.
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
      const arrives = page.waitForResponse((response) => response.url().includes(answer))
      await page.goto(path)
      const response = await arrives
      const points = count(await response.text())
      const isAtRest = `lastStroke() > 0 && performance.now() - lastStroke() > ${REST_MS}`
      while (!(await page.evaluate(isAtRest))) await delay(POLL_MS)
      const last = `performance.getEntriesByType('resource').filter((one) => one.name.includes('${answer}')).at(-1).responseEnd`
      const ms: number = await page.evaluate(`lastStroke() - ${last}`)
      await page.close()
      return { ms, points }
    },
    close: () => browser.close(),
  }
}
