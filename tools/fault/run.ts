// `npm run fault`: kills the server and stops its database again and again under load, and compares what it shows afterwards
// with what it acknowledged. `--kills 200 --stops 20` is how often in all, `--for 40m` how long at most, `--tally FILE` where
// the count is kept: stopped with Ctrl-C, the next run goes on from there. A full count begins anew.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foundCompany } from '../product/company.ts'
import { Product } from '../product/product.ts'
import { root } from '../setup/place.mjs'
import { round } from './round.ts'
import { readTally, type Tally, writeTally } from './tally.ts'

const KILLS_OF_ROUND = 10
const MACHINES = 16
const PAUSE_MS = 2500

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    stops: { type: 'string', default: '20' },
    for: { type: 'string', default: '40m' },
    tally: { type: 'string', default: join(root, '.millwatch/fault.json') },
  },
})
const wanted = { kills: wholeNumber('kills'), stops: wholeNumber('stops') }
const endAt = performance.now() + durationMs(values.for)

function wholeNumber(name: 'kills' | 'stops'): number {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`)
  return value
}

function durationMs(text: string): number {
  const [, number = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  if (number === '') throw new Error('--for is a time such as 90s, 40m or 2h')
  return Number(number) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h']
}

const isFull = ({ kills, stops }: Tally) => kills >= wanted.kills && stops >= wanted.stops

/** So many of each as keep the two in step. */
function shareOf(tally: Tally): { kills: number; stops: number } {
  const kills = Math.min(KILLS_OF_ROUND, Math.max(0, wanted.kills - tally.kills))
  const due = wanted.kills === 0 ? wanted.stops : Math.ceil((wanted.stops * (tally.kills + kills)) / wanted.kills)
  return { kills, stops: Math.max(0, Math.min(wanted.stops, due) - tally.stops) }
}

let tally = readTally(values.tally)
if (isFull(tally)) tally = { kills: 0, stops: 0, acknowledged: 0 }
if (tally.kills + tally.stops > 0) console.log(`Going on after ${tally.kills} kills and ${tally.stops} stops`)

const product = await Product.make()
let isStopping = false
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    isStopping = true
    console.log(`Stopping. ${tally.kills} kills and ${tally.stops} stops are counted; the next run goes on from there.`)
    void product
      .killEverything()
      .then(() => product.discard())
      .then(() => process.exit(130))
  })
}

try {
  await product.start()
  const company = await foundCompany(product)
  while (!isFull(tally) && performance.now() < endAt) {
    const share = shareOf(tally)
    const seed = Math.floor(Math.random() * 2 ** 32)
    const { acknowledged, backInMs } = await round(product, company, {
      ...share,
      machines: MACHINES,
      seed,
      pauseMs: PAUSE_MS,
    })
    tally = {
      kills: tally.kills + share.kills,
      stops: tally.stops + share.stops,
      acknowledged: tally.acknowledged + acknowledged,
    }
    writeTally(values.tally, tally)
    const back = (backInMs / 1000).toFixed(1)
    console.log(`${tally.kills} kills, ${tally.stops} stops so far: all there (back within ${back} s, seed ${seed})`)
  }
  await product.discard()
  const { kills, stops, acknowledged } = tally
  console.log(`${kills} kills, ${stops} stops: ${acknowledged} acknowledged, none missing, none twice, intervals equal`)
  if (!isFull(tally)) console.log(`The time is over before the count is full (${wanted.kills}, ${wanted.stops}).`)
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`Stopped; the data is kept in ${product.dataFolder}. The last of the server's log:\n${product.log}`)
    await product.stop()
    process.exitCode = 1
  }
}
