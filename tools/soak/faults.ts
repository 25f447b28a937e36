import { setTimeout as delay } from 'node:timers/promises'
import { childrenOf, signal } from '@millwatch/lab/product/processes'
import type { Product } from '@millwatch/lab/product/product'
import { limitOf } from '../fault/base/patience.ts'
import { type DatabaseStop, stopDatabase } from '../fault/base/stop-database.ts'
import type { Devices } from './devices.ts'
import type { Readers } from './readers.ts'

export interface Harmed {
  readonly product: Product
  readonly devices: Devices
  readonly readers: Readers
}

type Harm = (harmed: Harmed) => Promise<void>

const FROZEN_MS = 20_000
const POLL_MS = 50
const BACK_WITHIN_MS = 60_000

async function frozen(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  try {
    await delay(FROZEN_MS)
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

function postmasterOf({ postmaster }: Product): number {
  if (postmaster === undefined) throw new Error('No database runs')
  return postmaster
}

/**
 * Returns a fault that stops the database in this way and, unless only a backend is killed, waits for the database that the
 * server starts again. It throws an error after 60 s, longer on a busy machine.
 */
const stopped =
  (stop: DatabaseStop): Harm =>
  async ({ product }) => {
    const before = postmasterOf(product)
    await stopDatabase(stop, before, product.databaseUrl)
    if (stop === 'kill -9 backend') return
    const began = performance.now()
    while (product.postmaster === undefined || product.postmaster === before) {
      if (performance.now() - began > limitOf(BACK_WITHIN_MS)) throw new Error('The database was not started again')
      await delay(POLL_MS)
    }
  }

/**
 * Faults by name, in the order in which they are caused. Faults that end the server come last, so that its memory can be watched
 * before.
 */
export const soakFaults: readonly (readonly [name: string, harm: Harm])[] = [
  [
    'connections cut',
    async ({ devices, readers }) => {
      devices.cut()
      readers.cut()
    },
  ],
  ['server frozen 20 s', ({ product: { pid } }) => frozen(pid === undefined ? [] : [pid])],
  ['database backend killed', stopped('kill -9 backend')],
  ['database frozen 20 s', ({ product }) => frozen([postmasterOf(product), ...childrenOf(postmasterOf(product))])],
  ['database stopped at once', stopped('restart immediate')],
  [
    'server killed',
    async ({ product }) => {
      await product.killServer()
      await product.start()
    },
  ],
  ['database killed', stopped('kill -9 postmaster')],
  [
    'server and database killed',
    async ({ product }) => {
      await product.killEverything()
      await product.start()
    },
  ],
]

/**
 * Causes a fault and waits until the server is ready and has acknowledged as many messages as a tenth of `devices`. Returns the
 * time this took in ms; throws an error after 60 s, longer on a busy machine.
 */
export async function inflict(harmed: Harmed, harm: Harm, devices: number): Promise<number> {
  const began = performance.now()
  await harm(harmed)
  const before = harmed.devices.acknowledged
  const wanted = before + Math.ceil(devices / 10)
  while (harmed.devices.acknowledged < wanted || !(await harmed.product.isServing())) {
    if (performance.now() - began > limitOf(BACK_WITHIN_MS))
      throw new Error(
        `Not back after ${Math.round((performance.now() - began) / 1000)} s: ${harmed.product.log.slice(-2000)}`,
      )
    await delay(POLL_MS)
  }
  return performance.now() - began
}
