import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser, signedIn } from './watcher.ts'

export interface Painted {
  /** From the last byte of the answer to the last stroke on a canvas that follows from it. */
  readonly ms: number
  readonly points: number
}

/** A browser in which someone is signed in, and whose strokes are timed. */
export interface Painter {
  /** Opens a page anew; `answer` is what the path of its data contains, `count` says how many points they stand for. */
  paint(path: string, answer: string, count: (body: string) => number): Promise<Painted>
  close(): Promise<void>
}

/** Charts are at rest when nothing was drawn for so long. */
const REST_MS = 700
const POLL_MS = 100

/** Runs before anything of the page: the instant of the last stroke on a chart; a timeline also follows the clock. */
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

/** Undefined where there is no browser. */
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
