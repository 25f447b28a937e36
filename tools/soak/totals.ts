import { cycleMsOf, type SoakMessage } from './messages.ts'

/**
 * Totals of the messages that a device sent in a piece of the run: number acknowledged, and sums over their events that show a
 * lost or repeated message. `left` messages were not acknowledged at the end, so each may be stored or not.
 */
export interface Totals {
  acknowledged: number
  /** Sum over the events of their time since the start of the piece, in ms. */
  sumMs: number
  /** Sum of the cycle times of the events, in ms. */
  sumCycleMs: number
  left: number
}

/** Totals of all devices for a piece, in the order of the devices. */
export interface PieceTotals {
  readonly piece: number
  /** Start of the piece (epoch ms). */
  readonly beganAt: number
  readonly devices: readonly Totals[]
}

export const noTotals = (): Totals => ({ acknowledged: 0, sumMs: 0, sumCycleMs: 0, left: 0 })

/** Adds an acknowledged message of the device with this index to its totals. */
export function addMessage(totals: Totals, device: number, { number, at }: SoakMessage, beganAt: number): void {
  totals.acknowledged++
  totals.sumMs += at - beganAt
  totals.sumCycleMs += cycleMsOf(device, number)
}

/**
 * Totals of the stored events of a device in a piece. `numbers` is the number of different messages; the sums are as in `Totals`.
 */
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
  /** Sentence for each device whose stored events differ from its totals. */
  readonly wrong: readonly string[]
}

/**
 * Compares the stored events of a piece with the totals of the devices, and returns the sums over all devices and a sentence for
 * each device that differs. A device with messages left may have any number of them stored.
 */
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
