import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { Company } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import { SoakBackups } from './backups.ts'
import { Devices } from './devices.ts'
import { inflict, soakFaults } from './faults.ts'
import { type MemoryFigures, memoryFigures, SoakMemory } from './memory.ts'
import { Readers, type ReadFigures } from './readers.ts'
import { openPlant, type SoakFolder } from './state.ts'
import type { PieceTotals } from './totals.ts'

const SAMPLES_AT_LEAST = 20
const FINISH_WITHIN_MS = 10 * MINUTE_MS
const PERCENT = 100

export interface SoakOptions {
  readonly forMs: number
  readonly devices: number
  readonly messagesPerS: number
  readonly faultEveryMs: number
  readonly backupEveryMs: number
}

/** Figures of a piece of the run before its stored data is checked. */
export interface PieceFigures {
  readonly piece: number
  readonly minutes: number
  readonly sent: PieceTotals
  readonly due: number
  readonly messagesPerS: number
  /** Number of attempts that were not acknowledged, by a text of the reason. Each message was sent again. */
  readonly repeats: Readonly<Record<string, number>>
  /** Time from the last message to the last acknowledgement in s. */
  readonly finishedInS: number
  readonly ackP50Ms: number
  readonly ackP99Ms: number
  /** Number of times of each fault, by its name, and the longest time until messages were acknowledged again, in s. */
  readonly faults: Readonly<Record<string, { readonly times: number; readonly slowestS: number }>>
  readonly backups: { readonly made: number; readonly interrupted: number }
  readonly reads: ReadFigures
  readonly memory: { readonly server: MemoryFigures | undefined; readonly database: MemoryFigures | undefined }
  readonly findings: readonly string[]
}

/**
 * Runs a piece of the run until its time is over, `signal` stops it, or the server has ended after a fault: devices, browsers,
 * reports, backups, and faults in turn. Then it waits up to 10 min for all messages to be acknowledged, adds the totals to the
 * folder, and returns the figures with all findings.
 */
export async function runPiece(
  product: Product,
  folder: SoakFolder,
  options: SoakOptions,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<PieceFigures> {
  const { company, note } = await openPlant(product, folder, options.devices)
  const piece = ++note.pieces
  // Before the first message, so that a killed piece is never continued under the same number.
  folder.write(note)
  say(`Piece ${piece}: ${options.devices} devices, ${options.messagesPerS} messages/s`)
  const devices = new Devices(product, piece, note.machines, options.messagesPerS)
  const readers = readersOf(product, company, note)
  const memory = new SoakMemory(product, Math.min(MINUTE_MS, options.forMs / SAMPLES_AT_LEAST))
  let turns = 0
  const backups = new SoakBackups(product, folder.backups, options.backupEveryMs, () => turns)
  const began = performance.now()
  const findings: string[] = []
  const faults: Record<string, { times: number; slowestS: number }> = {}
  const leftMs = () => options.forMs - (performance.now() - began)
  while (leftMs() > 0 && !signal.aborted) {
    await delay(Math.min(options.faultEveryMs, leftMs()), undefined, { signal }).catch(() => undefined)
    if (leftMs() <= 0 || signal.aborted) break
    const [name, harm] = soakFaults[note.faults++ % soakFaults.length] as (typeof soakFaults)[number]
    folder.write(note)
    turns++
    try {
      const seconds = (await inflict({ product, devices, readers }, harm, options.devices)) / 1000
      const { times, slowestS } = faults[name] ?? { times: 0, slowestS: 0 }
      faults[name] = { times: times + 1, slowestS: Math.round(Math.max(slowestS, seconds)) }
      say(
        `${name}: acknowledges again after ${seconds.toFixed(1)} s; ${devices.acknowledged} of ${devices.due} messages`,
      )
    } catch (error) {
      findings.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      say(findings.at(-1) ?? '')
      if (!product.isRunning) break
    } finally {
      turns++
    }
  }
  const loadMs = performance.now() - began
  const { due } = devices
  const inTime = devices.acknowledged
  const sent = await devices.finish(FINISH_WITHIN_MS)
  const finishedInS = Math.round((performance.now() - began - loadMs) / 1000)
  folder.addSent(sent)
  const reads = await readers.stop()
  await backups.stop()
  memory.stop()
  for (const [text, count] of devices.refusals) findings.push(`${count} messages were refused: ${text}`)
  const left = sent.devices.reduce((sum, totals) => sum + totals.left, 0)
  if (left > 0)
    findings.push(`${left} messages were not acknowledged ${FINISH_WITHIN_MS / MINUTE_MS} minutes after the end`)
  return {
    ...{ piece, minutes: Math.round((loadMs / MINUTE_MS) * PERCENT) / PERCENT, sent, due },
    ...{
      messagesPerS: Math.round((inTime / loadMs) * 1000),
      repeats: Object.fromEntries(devices.repeats),
      finishedInS,
    },
    ...{ ackP50Ms: Math.round(devices.latencyMs(0.5)), ackP99Ms: Math.round(devices.latencyMs(0.99)) },
    ...{ faults, backups: { made: backups.made, interrupted: backups.interrupted }, reads },
    memory: { server: memoryFigures(memory.server), database: memoryFigures(memory.database) },
    findings: [...findings, ...readers.failures, ...backups.failures],
  }
}

const readersOf = (
  product: Product,
  company: Company,
  { halls, machines }: { halls: readonly number[]; machines: readonly { equipmentId: number }[] },
): Readers =>
  new Readers(product, company, {
    rootUnitId: company.rootUnitId,
    halls,
    machines: machines.map(({ equipmentId }) => equipmentId),
  })
