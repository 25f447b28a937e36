import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../lib/bench.ts'
import { medianInterval } from '../lib/figures.ts'
import { cpuMsOf } from '../lib/footprint.ts'
import type { Owner } from '../lib/owner.ts'
import type { Row } from '../lib/table.ts'

const RUN_MS = 10_000
const EVENTS_PER_MESSAGE = 50
/** Number of blocks, of two pairs each, per run of the row: five runs give 20 pairs. */
const BLOCKS_PER_RUN = 2
/**
 * Order of the floods in a block, with alarms and without. A steady drift, such as the growth of tables, affects both sides
 * equally.
 */
const BLOCK = ['with', 'without', 'without', 'with'] as const
const DRAINED_WITHIN_MS = 120_000
const POLL_MS = 200
const TURN_MS = 3000

interface Segment {
  readonly eventsPerS: number
  /** CPU time (s) of server and database per 100,000 events, including the evaluation of alarms. */
  readonly cpuS: number
}

/** Functions that give alarms to all machines, and delete all alarms. */
export interface AlarmSwitch {
  on(): Promise<void>
  off(): Promise<void>
}

/**
 * Measures the cost of alarms for storing events: floods of 10 s in turns on one product, with and without alarms. Each is
 * compared with its neighbour, as the disk of a machine may be twice as fast in one minute as in the next, and CPU time is
 * measured too.
 */
export async function writePath(bench: Bench, owner: Owner, alarms: AlarmSwitch): Promise<Row[]> {
  const pairs: { with: Segment; without: Segment }[] = []
  let isOn = false
  const segment = async (side: 'with' | 'without'): Promise<Segment> => {
    if (isOn !== (side === 'with')) await (isOn ? alarms.off() : alarms.on())
    isOn = side === 'with'
    await drained(owner)
    const measured = await measure(bench, owner)
    bench.say(
      `ALARMS write path ${side} alarms: ${Math.round(measured.eventsPerS)} events/s, ${measured.cpuS.toFixed(2)} s of CPU`,
    )
    return measured
  }
  await segment('without')
  for (let block = 0; block < bench.runs * BLOCKS_PER_RUN; block++) {
    const [a, b, c, d] = [
      await segment(BLOCK[0]),
      await segment(BLOCK[1]),
      await segment(BLOCK[2]),
      await segment(BLOCK[3]),
    ]
    pairs.push({ with: a, without: b }, { with: d, without: c })
  }
  if (isOn) await alarms.off()
  const ratios = (figure: (segment: Segment) => number) => pairs.map((pair) => figure(pair.with) / figure(pair.without))
  const rates = ratios(({ eventsPerS }) => eventsPerS)
  const cpu = ratios(({ cpuS }) => cpuS)
  return [
    {
      ...{ name: `ALARMS ingest, with / without, ${intervalText(rates)}`, unit: 'x', ours: rates },
      ...{ yardstick: [], against: '', goal: { atLeast: 0.97 } },
    },
    {
      ...{ name: `ALARMS CPU per 100,000 events, ${intervalText(cpu)}`, unit: 's' },
      ours: pairs.map((pair) => pair.with.cpuS),
      yardstick: pairs.map((pair) => pair.without.cpuS),
      ...{ against: 'the same without alarms, in turns', goal: {} },
    },
  ]
}

function intervalText(ratios: readonly number[]): string {
  const { low, high } = medianInterval(ratios)
  return `${ratios.length} pairs, 95 % ${low.toFixed(3)} to ${high.toFixed(3)}`
}

async function measure(bench: Bench, owner: Owner): Promise<Segment> {
  const { product, machines } = await bench.installation()
  const before = cpuMsOf(product)
  const { events, ms, allEvents } = await bench.load.run({
    ...{ kind: 'flood', over: 'mqtt', port: product.mqttPort, eventsPerMessage: EVENTS_PER_MESSAGE },
    devices: machines.map(({ uuid, key }) => ({ uuid, key })),
    ...{ warmUpMs: 0, runMs: RUN_MS },
  })
  await drained(owner)
  const cpuMs = cpuMsOf(product) - before
  return { eventsPerS: (events / ms) * 1000, cpuS: (cpuMs / allEvents) * 100 }
}

/**
 * Waits until all alarms are evaluated. Throws an error after 120 s. It does not wait for rollups, which take minutes after a
 * flood and cost the same on both sides.
 */
async function drained(owner: Owner): Promise<void> {
  const question = 'select count(*) from alarm_machine where dirty_from is not null'
  for (const began = performance.now(); (await owner.number(question)) > 0; )
    if (performance.now() - began > DRAINED_WITHIN_MS) throw new Error('Alarms are behind for minutes')
    else await delay(POLL_MS)
  // The last data may lie before the next turn of the alarms.
  await delay(TURN_MS)
}
