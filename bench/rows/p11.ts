import { DAY_MS } from '@millwatch/domain/time'
import { foundCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import type { FilledNote } from '../fill/filled.ts'
import { fillInstallation } from '../fill/make.ts'
import { lastDays, queryOf } from '../fill/period.ts'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson } from '../lib/caller.ts'
import { cpuMsOf } from '../lib/footprint.ts'
import type { Row } from '../lib/table.ts'

const FEW = 100
const TIMES = 10
const WARM_UP_MS = 5000
const RUN_MS = 20_000
const CPU_RUNS = 3
const ASKED_TIMES = 5
/**
 * Size of the small installation: one hall with a month and a half of history. The large one has ten halls and ten times the
 * history.
 */
const smallPlan = { machines: 100, days: 46, cycleMachines: 2, cycleDays: 8 }

/** P11: the CPU cost of ten times the machines, and the cost of ten times the history for the pages. */
export const p11: Measurement = async (bench) => [await machinesCost(bench), ...(await historyCost(bench))]

async function machinesCost(bench: Bench): Promise<Row> {
  const product = await Product.make()
  try {
    await product.start()
    const machines = await (await foundCompany(product)).machines(FEW * TIMES)
    const devices = machines.map(({ uuid, key }) => ({ uuid, key }))
    const costOf = async (count: number) => {
      const send = (runMs: number) =>
        bench.load.run({
          kind: 'fixed-rate',
          port: product.mqttPort,
          devices: devices.slice(0, count),
          eventsPerS: count,
          runMs,
        })
      await send(WARM_UP_MS)
      const before = cpuMsOf(product)
      await send(RUN_MS)
      return (cpuMsOf(product) - before) / (RUN_MS / 1000)
    }
    const ours: number[] = []
    const yardstick: number[] = []
    for (let run = 1; run <= Math.min(CPU_RUNS, bench.runs); run++) {
      yardstick.push(await costOf(FEW))
      ours.push(await costOf(FEW * TIMES))
      bench.say(
        `P11 run ${run}: ${ours.at(-1)?.toFixed(0)} ms of CPU a second, ${yardstick.at(-1)?.toFixed(0)} with a tenth of the machines`,
      )
    }
    return {
      name: `P11 ${FEW * TIMES} machines, 1 event/s each, ${ours.length} runs`,
      unit: 'CPU ms/s',
      ours,
      yardstick,
      against: `the same server and database with ${FEW} of the machines`,
      goal: { ratioAtMost: 12 },
    }
  } finally {
    await product.discard()
  }
}

interface Opened {
  readonly note: FilledNote
  readonly port: number
  readonly token: string
  readonly hallId: number
}

async function historyCost(bench: Bench): Promise<Row[]> {
  const filled = await bench.filled()
  const product = await Product.make()
  try {
    await product.start()
    const { note, company } = await fillInstallation(product, smallPlan, bench.say)
    const large = await opened(filled, filled.product, filled.company.token)
    const small = await opened(note, product, company.token)
    const rows: Row[] = []
    for (const page of pages) rows.push(await pageCost(bench, page, large, small))
    return rows
  } finally {
    await product.discard()
  }
}

async function opened(note: FilledNote, product: Product, token: string): Promise<Opened> {
  const caller = asPerson(product.port, token)
  const { orgUnit } = JSON.parse((await caller.get(`/v0/o/${note.siteId}`)).body)
  caller.close()
  return { note, port: product.port, token, hallId: orgUnit.children[0].id }
}

interface Page {
  readonly name: string
  path(opened: Opened): string
}

const month = (note: FilledNote) => queryOf(lastDays(note, 30))
const week = ({ endsAt }: FilledNote) => queryOf({ from: endsAt - 7 * DAY_MS, to: endsAt })
const pages: readonly Page[] = [
  { name: 'unit page, a month of 100 machines', path: ({ note, hallId }) => `/v0/o/${hallId}?${month(note)}` },
  { name: 'machine page, a month', path: ({ note }) => `/v0/e/${note.machines[0]?.equipmentId}?${month(note)}` },
  {
    name: 'machine page, charts of a week',
    path: ({ note }) => `/v0/e/${note.machines[0]?.equipmentId}/aiopaged?${week(note)}&width=1200`,
  },
]

async function pageCost(bench: Bench, { name, path }: Page, large: Opened, small: Opened): Promise<Row> {
  const callers = { large: asPerson(large.port, large.token), small: asPerson(small.port, small.token) }
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1; run <= bench.runs; run++) {
    yardstick.push(await callers.small.medianMs(path(small), ASKED_TIMES))
    ours.push(await callers.large.medianMs(path(large), ASKED_TIMES))
    bench.say(
      `P11 ${name}, run ${run}: ${ours.at(-1)?.toFixed(1)} ms, ${yardstick.at(-1)?.toFixed(1)} with little history`,
    )
  }
  callers.large.close()
  callers.small.close()
  return {
    name: `P11 ${name}`,
    unit: 'ms',
    ours,
    yardstick,
    against: `an installation with a tenth of the history and of the machines, median of ${ASKED_TIMES} a run`,
    goal: { ratioAtMost: 1.2 },
  }
}
