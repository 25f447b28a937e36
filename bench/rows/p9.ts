import { Agent, get } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import type { Bench, Measurement } from '../lib/bench.ts'
import { atRest, type Person, takeSeat, type Watched, watchedPage } from '../lib/seat.ts'
import type { Row } from '../lib/table.ts'

const SLOWDOWN = 4
/** Shortest duration (ms) of an event that the browser reports; shorter ones are taken as this long. */
const LEAST_MS = 16

/**
 * Script that runs before the page: it records in `vitals` the time of the largest paint so far, and the duration of the slowest
 * reaction to an input since it was last set back.
 */
const noteVitals = `
  globalThis.vitals = { lcp: 0, inp: ${LEAST_MS} }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration)
  }).observe({ type: 'event', durationThreshold: ${LEAST_MS}, buffered: true })
`

/**
 * P9: the size of the scripts that a browser loads, and how fast the unit page is shown and reacts, at full and at a quarter of
 * the processor speed. No rows without a browser.
 */
export const p9: Measurement = async (bench) => {
  const filled = await bench.filled()
  const seat = await takeSeat()
  if (seat === undefined) {
    bench.say('P9: no browser here')
    return []
  }
  const { username, password } = filled
  const person: Person = { url: filled.product.url, username, password }
  const path = `/o/${filled.siteId}`
  try {
    const nobody = await seat.newContext(person.url)
    const signIn = await scriptsOf(nobody, '/login', 'form')
    await nobody.close()
    const somebody = await seat.newContext(person.url, person)
    const unit = await scriptsOf(somebody, path, READY)
    await somebody.close()
    bench.say(`P9 JavaScript: sign-in ${signIn.toFixed(0)} kB, unit page ${unit.toFixed(0)} kB`)
    const rows: Row[] = [size('sign-in', signIn, 110), size('unit page', unit, 450)]
    for (const slowdown of [1, SLOWDOWN]) {
      const vitals = { lcp: [] as number[], inp: [] as number[] }
      for (let run = 1; run <= bench.runs; run++) {
        const context = await seat.newContext(person.url, person)
        const { lcp, steps } = await visit(context, path, slowdown)
        await context.close()
        const [slowest] = steps.toSorted((a, b) => b.inp - a.inp)
        vitals.lcp.push(lcp)
        vitals.inp.push(slowest?.inp ?? LEAST_MS)
        bench.say(`P9 ${slowdown} x slower, run ${run}: LCP ${lcp.toFixed(0)} ms, INP by step: ${wordsOf(steps)} ms`)
      }
      rows.push(...vitalRows(bench, slowdown, vitals))
    }
    return rows
  } finally {
    await seat.close()
  }
}

/** Selector of the element that the unit page shows when it is ready. */
const READY = '[data-testid="utilization"]'

const size = (content: string, kB: number, atMost: number): Row => ({
  name: `P9 JavaScript of the ${content}, gzip`,
  unit: 'kB',
  ours: [kB],
  yardstick: [],
  against: 'nothing: what is loaded until the page is at rest, as the server sends it to who takes gzip',
  goal: { atMost },
})

function vitalRows(_: Bench, slowdown: number, { lcp, inp }: { lcp: number[]; inp: number[] }): Row[] {
  const how = slowdown === 1 ? '' : `, ${slowdown} x slower`
  const against = 'nothing: Chromium, nothing cached; INP is the slowest of what a person does in a minute'
  return [
    {
      name: `P9 unit page, LCP${how}`,
      unit: 'ms',
      ours: lcp,
      yardstick: [],
      against,
      goal: { atMost: slowdown === 1 ? 1000 : 2500 },
    },
    {
      name: `P9 unit page, INP${how}`,
      unit: 'ms',
      ours: inp,
      yardstick: [],
      against,
      goal: { atMost: slowdown === 1 ? 100 : 200 },
    },
  ]
}

/** Returns the size in kB (gzip) of all scripts that a page has loaded when it is at rest. */
async function scriptsOf(context: BrowserContext, path: string, ready: string): Promise<number> {
  const watched = await watchedPage(context)
  const scripts = new Set<string>()
  watched.page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url())
  })
  await watched.page.goto(path)
  await watched.page.locator(ready).first().waitFor()
  await atRest(watched)
  const agent = new Agent({ keepAlive: true })
  const sizes = await Promise.all([...scripts].map((url) => gzipBytes(url, agent)))
  agent.destroy()
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000
}

const gzipBytes = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

/** Step of the use of the page, and the duration of the slowest reaction to its inputs, ms. */
interface Step {
  readonly name: string
  readonly inp: number
}

const wordsOf = (steps: readonly Step[]): string => steps.map(({ name, inp }) => `${name} ${inp}`).join(', ')

/**
 * Opens the page without a cache and uses it. Returns the time (ms) of the largest paint before the first input, and the steps of
 * the use.
 */
async function visit(context: BrowserContext, path: string, slowdown: number): Promise<{ lcp: number; steps: Step[] }> {
  const watched = await watchedPage(context, slowdown)
  const { page } = watched
  await page.addInitScript(noteVitals)
  await page.goto(path)
  await page.locator(READY).first().waitFor()
  await atRest(watched)
  // The browser stops searching for the largest paint at the first interaction.
  const lcp = await page.evaluate<number>('vitals.lcp')
  return { lcp, steps: await use(watched) }
}

/**
 * Acts as a person who reads: moves in time, selects another period and the other tab, and searches the tree. After each step it
 * waits until the page is at rest.
 */
async function use(watched: Watched): Promise<Step[]> {
  const { page } = watched
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    earlier: () => page.keyboard.press('['),
    'zoom in': () => page.keyboard.press('+'),
    'reset zoom': () => page.getByRole('button', { name: 'Reset zoom' }).click(),
    'open period': () => page.getByRole('button', { name: /^Period:/ }).click(),
    today: () => page.getByRole('button', { name: 'Today', exact: true }).click(),
    equipment: () => page.getByRole('tab', { name: 'Equipment' }).click(),
    scroll: () => page.mouse.wheel(0, 2000),
    // Nobody can click a tab that is out of sight: with the jump to it, the click would wait for the tiles that come into view.
    'scroll back': () => page.mouse.wheel(0, -2000),
    utilization: () => page.getByRole('tab', { name: 'Utilization' }).click(),
    'open search': () => page.keyboard.press('/'),
    search: () => page.keyboard.type('12'),
    'close search': () => page.keyboard.press('Escape'),
  }
  const done: Step[] = []
  for (const [name, step] of Object.entries(steps)) {
    await step()
    await atRest(watched)
    done.push({
      name,
      inp: await page.evaluate<number>(`(() => { const { inp } = vitals; vitals.inp = ${LEAST_MS}; return inp })()`),
    })
  }
  return done
}
