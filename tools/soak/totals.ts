import { cycleMsOf, type SoakMessage } from './messages.ts'

/**
 * Totals of what a device sent in one piece of the run: number of acknowledged messages, and sums over their events that show a lost or a
 * repeated one. `left` messages were not acknowledged at the end: each may be stored or not.
 */
export interface Totals {
  acknowledged: number
  /** Sum of the times of the events since the start of the piece, ms. */
  sumMs: number
  /** Sum of the cycle times, ms. */
  sumCycleMs: number
  left: number
}

/** The totals of all devices of one piece, in the order of the devices. */
export interface PieceTotals {
  readonly piece: number
  /** Start of the piece, epoch ms. */
  readonly beganAt: number
  readonly devices: readonly Totals[]
}

export const noTotals = (): Totals => ({ acknowledged: 0, sumMs: 0, sumCycleMs: 0, left: 0 })

/** Counts a message that was acknowledged to the device of this index. */
export function addMessage(totals: Totals, device: number, { number, at }: SoakMessage, beganAt: number): void {
  totals.acknowledged++
  totals.sumMs += at - beganAt
  totals.sumCycleMs += cycleMsOf(device, number)
}

/** Totals of what is stored of a device and a piece. */
export interface StoredTotals {
  readonly events: number
  readonly numbers: number
  readonly sumMs: number
  readonly sumCycleMs: number
}

export interface Comparison {
  readonly stored: number
  readonly lost: number
  readonly twice: number
  /** Devices whose stored events differ, in words. */
  readonly wrong: readonly string[]
}

/** Compares what is stored of a piece with what was sent in it. `numbers` of a device are its different messages. */
export function compareTotals(sent: PieceTotals, storedOf: (device: number) => StoredTotals | undefined): Comparison {
  let [stored, lost, twice] = [0, 0, 0]
  const wrong: string[] = []
  for (const [device, totals] of sent.devices.entries()) {
    const found = storedOf(device) ?? { events: 0, numbers: 0, sumMs: 0, sumCycleMs: 0 }
    stored += found.events
    lost += Math.max(0, totals.acknowledged - found.numbers)
    twice += found.events - found.numbers
    const isWrong = totals.left === 0 ? !isEqual(totals, found) : !isWithin(totals, found)
    if (isWrong)
      wrong.push(
        `piece ${sent.piece}, device ${device}: sent ${JSON.stringify(totals)}, stored ${JSON.stringify(found)}`,
      )
  }
  return { stored, lost, twice, wrong }
}

const isEqual = (sent: Totals, { events, numbers, sumMs, sumCycleMs }: StoredTotals): boolean =>
  events === sent.acknowledged &&
  numbers === sent.acknowledged &&
  sumMs === sent.sumMs &&
  sumCycleMs === sent.sumCycleMs

const isWithin = (sent: Totals, { events, numbers }: StoredTotals): boolean =>
  events === numbers && events >= sent.acknowledged && events <= sent.acknowledged + sent.left
