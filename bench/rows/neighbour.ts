import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Company, createCompany, signIn } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson } from '../lib/caller.ts'
import { quantile } from '../lib/figures.ts'
import type { Row } from '../lib/table.ts'

const PASSWORD = 'Bench-passw0rd-1'
const LOOPS = 40
const MACHINES = 4
const RUN_MS = 15_000
const BETWEEN_READS_MS = 20
const REPORTS = ['xsfdt', 'status', 'runs', 'summary']
/** Returns the path of a report of a unit over 26 years, which contain all stored data. */
const reportPath = (rootUnitId: number, name: string) =>
  `/v0/o/${rootUnitId}/reports/${name}?startDate=2004-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z`

interface Latencies {
  readonly reads: readonly number[]
  readonly p50AckMs: number
  readonly p99AckMs: number
}

/**
 * NEIGHBOUR: times of reads and acknowledgements of a small company while a person of another company (the demo plant) requests
 * reports over 26 years in 40 parallel loops without a pause, compared with the same at rest.
 */
export const neighbour: Measurement = async (bench) => {
  const product = await Product.make({ demoPassword: PASSWORD })
  try {
    await product.start()
    const greedy = await signIn(product.url, 'super@demo.example', PASSWORD)
    const command = (...args: string[]) => product.command(...args)
    const small = await createCompany(product.url, command, { name: 'Neighbour', admin: 'owner@neighbour.example' })
    const devices = (await small.machines(MACHINES)).map(({ uuid, key }) => ({ uuid, key }))
    const measured = async (): Promise<Latencies> => {
      const order = { kind: 'flood', over: 'http', port: product.port, devices, eventsPerMessage: 1 } as const
      const [reads, acknowledged] = await Promise.all([
        readTimes(product.port, small),
        bench.load.run({ ...order, warmUpMs: 1000, runMs: RUN_MS }),
      ])
      if (acknowledged.failed > 0) throw new Error(`${acknowledged.failed} messages of the neighbour were refused`)
      return { reads, p50AckMs: acknowledged.p50Ms, p99AckMs: acknowledged.p99Ms }
    }
    return await inTurns(bench, measured, (work) => besideLoops(product.port, greedy, bench, work))
  } finally {
    await product.discard()
  }
}

async function inTurns(
  bench: Bench,
  measured: () => Promise<Latencies>,
  beside: (work: () => Promise<Latencies>) => Promise<Latencies>,
): Promise<Row[]> {
  const idle: Latencies[] = []
  const busy: Latencies[] = []
  for (let run = 1; run <= bench.runs; run++) {
    for (const [name, figures, measure] of [
      ['at rest', idle, measured],
      ['beside the loops', busy, () => beside(measured)],
    ] as const) {
      const latencies = await measure()
      figures.push(latencies)
      bench.say(`NEIGHBOUR ${name}, run ${run}: ${described(latencies)}`)
    }
  }
  const row = (name: string, read: (latencies: Latencies) => number, ratioAtMost: number): Row => ({
    ...{ name: `NEIGHBOUR ${name}`, unit: 'ms', ours: busy.map(read), yardstick: idle.map(read) },
    ...{ against: 'the same without the loops', goal: { ratioAtMost } },
  })
  return [
    row('reads, p50', ({ reads }) => quantile(reads, 0.5), 3),
    row('reads, p99', ({ reads }) => quantile(reads, 0.99), 3),
    row('acknowledgements, p50', ({ p50AckMs }) => p50AckMs, 2),
    row('acknowledgements, p99', ({ p99AckMs }) => p99AckMs, 2),
  ]
}

const described = ({ reads, p50AckMs, p99AckMs }: Latencies): string => {
  const [p50, p99] = [quantile(reads, 0.5), quantile(reads, 0.99)]
  const acks = `acknowledgements p50 ${p50AckMs.toFixed(1)} p99 ${p99AckMs.toFixed(1)} ms`
  return `${reads.length} reads p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms, ${acks}`
}

/** Reads the root unit of the company with a pause of 20 ms after each answer, for 15 s. Returns the times in ms. */
async function readTimes(port: number, { token, rootUnitId }: Company): Promise<number[]> {
  const caller = asPerson(port, token)
  const until = performance.now() + RUN_MS
  const times: number[] = []
  while (performance.now() < until) {
    times.push((await caller.get(`/v0/o/${rootUnitId}`)).ms)
    await delay(BETWEEN_READS_MS)
  }
  caller.close()
  return times
}

/** Starts the loops, does the work after 2 s, and then ends the loops. Returns the result of the work. */
async function besideLoops<T>(port: number, greedy: Company, bench: Bench, work: () => Promise<T>): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: LOOPS })
  const answers = new Map<number, number>()
  let isOver = false
  const loop = async (n: number) => {
    for (let turn = n; !isOver; turn++) {
      const path = reportPath(greedy.rootUnitId, REPORTS[turn % REPORTS.length] ?? 'xsfdt')
      const status = await discarded(agent, port, path, greedy.token)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  const loops = Promise.all(Array.from({ length: LOOPS }, (_, n) => loop(n)))
  try {
    await delay(2000)
    return await work()
  } finally {
    isOver = true
    await loops
    agent.destroy()
    bench.say(`NEIGHBOUR loops: ${[...answers].map(([status, count]) => `${count} answers ${status}`).join(', ')}`)
  }
}

/** Sends a GET request, reads its answer and drops it. Returns the status. */
function discarded(agent: Agent, port: number, path: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const outgoing = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      answer
        .on('error', reject)
        .on('end', () => resolve(answer.statusCode ?? 0))
        .resume()
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
