import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeOlderPackage, markAsOlder, OLDER_MAJOR } from '@millwatch/lab/database/older-postgres'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { processesNaming, signal } from '@millwatch/lab/product/processes'
import type { Product } from '@millwatch/lab/product/product'
import { randomFrom } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import { productUnderLoad } from '../base/under-load.ts'
import { Volume } from '../base/volume.ts'

const VOLUME_MIB = 900
/**
 * Latest time in ms after the start of an upgrade at which a fault is caused. It is longer than an upgrade of so little data
 * takes, so that some faults come after its end.
 */
const LATEST_MS = 9000
const WITHIN_MS = 120_000
/** Time in ms for which devices send before each upgrade. */
const PAUSE_MS = 2000

/**
 * Kind F28: `upgrade-database` is killed at a random instant: either only the command, or also the databases that it started, as
 * by a power failure. The command is run again and must complete; no event acknowledged before the upgrade may be missing.
 */
export const upgradesKilled: FaultKind = { name: 'F28 upgrade killed', fullCount: 50, step: 2, run: killing }
export const upgradesOnFullDisk: FaultKind = {
  name: 'F28 upgrade on a full disk',
  fullCount: 20,
  step: 4,
  run: filling,
}

interface Command {
  readonly isDone: boolean
  /** Text that the command wrote to standard output and standard error. */
  readonly output: string
}

/**
 * Starts the upgrade command and waits for its end. After `afterMs` it calls `harm.does` with the process id, unless the command
 * has ended. Throws a `FaultFinding` if the command does not end within 120 s, longer on a busy machine.
 */
async function upgrade(product: Product, harm?: { afterMs: number; does: (pid: number) => void }): Promise<Command> {
  const from = makeOlderPackage(join(product.folder, 'older'))
  const child = product.startCommand('upgrade-database', '--from', from)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  if (harm !== undefined && (await Promise.race([ended, delay(harm.afterMs, 'later')])) === 'later')
    harm.does(child.pid ?? 0)
  const code = await Promise.race([ended, delay(limitOf(WITHIN_MS), 'late', { ref: false })])
  if (code === 'late') throw new FaultFinding(`The upgrade does not end:\n${output}`)
  return { isDone: code === 0, output }
}

const clusterOf = ({ dataFolder }: Product): string => join(dataFolder, 'postgres')
const keptOf = (product: Product): string => `${clusterOf(product)}-${OLDER_MAJOR}`

/**
 * Stops the server, runs an upgrade with a fault, calls `undo`, runs the upgrade again, and starts the server on the result.
 * Returns true if the fault ended the first upgrade; throws a `FaultFinding` if it printed a stack, or if the second fails or
 * does not keep the older database, which is then removed.
 */
async function upgradeWithHarm(
  product: Product,
  afterMs: number,
  does: (pid: number) => void,
  undo: () => void,
): Promise<boolean> {
  await delay(PAUSE_MS)
  await product.stop()
  markAsOlder(clusterOf(product))
  const first = await upgrade(product, { afterMs, does })
  undo()
  if (/^\s+at .*:\d+:\d+\)?$/m.test(first.output))
    throw new FaultFinding(`A stack in place of a reason:\n${first.output}`)
  markAsOlder(clusterOf(product))
  const second = await upgrade(product)
  if (!second.isDone) throw new FaultFinding(`The upgrade cannot be run again:\n${second.output}`)
  if (!existsSync(keptOf(product))) throw new FaultFinding('The older database is not kept')
  rmSync(keptOf(product), { recursive: true })
  await product.start(limitOf(WITHIN_MS))
  return !first.isDone
}

async function killing({ count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  return productUnderLoad({ seed }, async (product) => {
    let ended = 0
    for (let i = 0; i < count; i++) {
      const isPowerLoss = random() < 0.5
      const kill = (pid: number) => {
        signal(pid, 'SIGKILL')
        if (isPowerLoss) for (const other of processesNaming(product.dataFolder)) signal(other, 'SIGKILL')
      }
      if (await upgradeWithHarm(product, random() * limitOf(LATEST_MS), kill, () => undefined)) ended += 1
    }
    return { count, note: `${ended} of them before the upgrade was done` }
  })
}

async function filling({ count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  const volume = Volume.mount(VOLUME_MIB)
  try {
    return await productUnderLoad({ seed, folder: volume.folder }, async (product) => {
      let ended = 0
      for (let i = 0; i < count; i++) {
        const fill = () => void volume.fill()
        if (await upgradeWithHarm(product, random() * limitOf(LATEST_MS), fill, () => volume.free())) ended += 1
      }
      return { count, note: `${ended} of them before the upgrade was done` }
    })
  } finally {
    volume.unmount()
  }
}
