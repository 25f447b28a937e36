// `npm run day`: plays a day at one machine: eight hours of a recording pass in eight minutes on a server with its own data,
// while a script works at the screen of the operator in a browser with a processor four times slower. Meanwhile the line is cut
// twice, the page is loaded again without it, and the server is killed. Afterwards everything that was entered must be stored,
// and nothing twice. It prints how long a tap takes to be shown, and the memory of the page. `npm run day -- --hours 3` plays a
// shorter day, `--slowdown 1` uses the whole processor, `--taps 20` plays no day, and taps 20 times on each thing, beside a
// yardstick. Exit code 1 means a difference, a slow tap, or memory that grows.
import { parseArgs } from 'node:util'
import { HOUR_MS } from '@millwatch/domain/time'
import { endAll, ending } from '@millwatch/lab/product/ending'
import { Product } from '@millwatch/lab/product/product'
import { play, type Tally } from '@millwatch/simulator/player/play'
import { httpSender } from '@millwatch/simulator/transport/http'
import { type HourMemory, workAllDay } from './day/course.ts'
import { Entered } from './day/entered.ts'
import { type Floor, makeFloor } from './day/floor.ts'
import { Operator } from './day/operator.ts'
import { shortenedDay } from './day/recording.ts'
import { openScreen } from './day/screen.ts'
import { differences } from './day/stored.ts'
import type { TapTimes } from './day/taps.ts'
import { tapAlone } from './day/taps-alone.ts'
import { openBrowser } from './lib/watcher.ts'

/** Factor by which time is shortened: an hour of the recording passes in a minute. */
const FACTOR = 60
/** Longest time (ms) from a tap to its answer on the screen, for `SHARE` of the taps. */
const TAP_MS = 100
const SHARE = 0.95
/** Growth of the memory of the page over the day, in MB, up to which it counts as constant. */
const GROWTH_MB = 2

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    slowdown: { type: 'string', default: '4' },
    taps: { type: 'string', default: '0' },
  },
})
const hours = Number(values.hours)
const slowdown = Number(values.slowdown)
const tapCount = Number(values.taps)
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
process.once('SIGINT', () => void endAll().then(() => process.exit(130)))

function playDay(product: Product, { machine }: Floor): Promise<Tally> {
  const messages = shortenedDay(hours, FACTOR, Date.now())
  const senders = new Map(messages.map(({ device }) => [device, httpSender(product.url, machine)]))
  const clock = { now: () => Date.now() }
  return play({ messages, senders, inOrder: true, parallel: 1, speed: 1, clock, onProgress: () => undefined })
}

/**
 * Prints the median, 95 % and longest time of the taps by name. Returns a text for each name whose 95 % value is above `TAP_MS`.
 */
function slowTaps(taps: TapTimes): string[] {
  return [...taps].flatMap(([name, unsorted]) => {
    const times = unsorted.toSorted((a, b) => a - b)
    const at = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0
    const [middle, most, last] = [at(0.5), at(SHARE), at(1)].map((ms) => ms.toFixed(0))
    say(
      `${name}: shown after ${middle} ms at the median, ${most} ms at 95 %, ${last} ms at most, of ${times.length} taps`,
    )
    return at(SHARE) > TAP_MS ? [`${name} is shown after ${most} ms`] : []
  })
}

function growingMemory(memory: readonly HourMemory[]): string[] {
  for (const { hour, heapMb, nodes, listeners } of memory)
    say(`hour ${hour}: ${heapMb.toFixed(1)} MB, ${nodes} elements, ${listeners} listeners`)
  const growth = (memory.at(-1)?.heapMb ?? 0) - (memory[0]?.heapMb ?? 0)
  return growth > GROWTH_MB ? [`the memory of the page grew by ${growth.toFixed(1)} MB`] : []
}

async function playAndWork(product: Product): Promise<string[]> {
  const browser = await openBrowser()
  if (browser === undefined) throw new Error('There is no browser')
  return ending(
    () => browser.close(),
    async () => {
      if (tapCount > 0) return slowTaps(await tapAlone(browser, product, slowdown, tapCount))
      const began = Date.now()
      const floor = await makeFloor(product, FACTOR)
      const screen = await openScreen(browser, product.url, floor, slowdown)
      const [entered, taps]: [Entered, TapTimes] = [new Entered(), new Map()]
      const names = { reasons: [...floor.reasons.keys()], tags: [...floor.tags.keys()] }
      const operator = new Operator(screen, entered, taps, names)
      const playing = playDay(product, floor)
      const memory = await workAllDay({ operator, product, hours, hourMs: HOUR_MS / FACTOR, say })
      const { sent, accepted, duplicates } = await playing
      say(`${sent} events were sent, ${accepted} stored, ${duplicates} came again`)
      const counts = Object.entries(entered.audited).map(([operation, count]) => `${count} ${operation}`)
      say(`entered: ${counts.join(', ')}; ${entered.reasons.length} reasons`)
      const lost = accepted + duplicates === sent ? [] : ['events of the machine are missing']
      return [...lost, ...(await differences(floor, entered, began)), ...slowTaps(taps), ...growingMemory(memory)]
    },
  )
}

const product = await Product.make()
const wrong = await ending(
  () => product.discard(),
  async () => {
    await product.start()
    return playAndWork(product)
  },
)
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1
else if (tapCount === 0) say('Everything that was entered is stored, and nothing twice')
