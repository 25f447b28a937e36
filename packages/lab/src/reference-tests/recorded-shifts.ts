import type { Recording } from '../recordings/recordings.ts'
import type { ReferenceQuestion } from '../reference/utilization.ts'
import { expectFigures } from './figures-equal.ts'
import { Plant, type PlayedTape, type Tape, tapesOf, zone } from './recorded-plant.ts'

const HOUR_MS = 3_600_000

/**
 * Plays each of the first `devices` devices of a recording to a machine with shifts, changes and edits its past, and compares the
 * figures with the reference model before and after rollups are built: those of machines by hour and by day, for each shift and
 * for all; those of units by day, for all shifts and for shift 3. Returns the number of compared buckets; throws an error at a
 * difference.
 */
export async function compareRecording(recording: Recording, devices = Number.POSITIVE_INFINITY): Promise<number> {
  const tapes = tapesOf(recording).slice(0, devices)
  const now = Math.max(...tapes.map(endOf)) + 17 * 60_000
  const plant = await Plant.open(now)
  try {
    const played: { tape: Tape; result: PlayedTape }[] = []
    for (const tape of tapes) played.push({ tape, result: await plant.play(tape) })
    let compared = 0
    const compareAll = async () => {
      for (const { tape, result } of played) compared += await compareMachine(plant, tape, result)
      compared += await compareUnits(plant, played)
    }
    // First while many rollups are dirty, then when none is.
    await compareAll()
    await plant.test.app.flow.rollUp()
    await compareAll()
    return compared
  } finally {
    await plant.close()
  }
}

/** Returns the end of the compared time (epoch ms): the last event, or 40 hours after the first event if that is later. */
const endOf = ({ firstAt, lastAt }: Tape) => Math.max(lastAt, firstAt + 40 * HOUR_MS)

function periodOf(firstAt: number, lastAt: number, now: number): Omit<ReferenceQuestion, 'shift' | 'under'> {
  const from = Math.floor(firstAt / HOUR_MS) * HOUR_MS - HOUR_MS
  const to = Math.ceil(lastAt / HOUR_MS) * HOUR_MS + HOUR_MS
  return { from, to, now, ignoreStartup: false, ignoreOutliers: false }
}

async function compareMachine({ test, token, now }: Plant, tape: Tape, { id, reference }: PlayedTape): Promise<number> {
  const period = periodOf(tape.firstAt, endOf(tape), now)
  const inside = { ...period, from: tape.firstAt + 7 * HOUR_MS + 1234, to: endOf(tape) - 3 * HOUR_MS - 567 }
  let compared = 0
  for (const shift of [0, 1, 2, 3]) {
    for (const intervalS of [3600, 86_400] as const) {
      for (const asking of [period, inside]) {
        const question = { ...asking, shift, under: null, ignoreStartup: shift === 1, ignoreOutliers: shift === 2 }
        const by = { intervalS, zone, dayStartMin: shift === 3 ? 360 : 0, weekStart: 0 as const }
        compared += await expectFigures(test, token, { kind: 'machine', id, machines: [reference], question, by })
      }
    }
  }
  return compared
}

async function compareUnits(
  { test, token, now, rootId, halls }: Plant,
  played: readonly { tape: Tape; result: PlayedTape }[],
): Promise<number> {
  const machines = played.map(({ result }) => result.reference)
  const firstAt = Math.min(...played.map(({ tape }) => tape.firstAt))
  const lastAt = Math.max(...played.map(({ tape }) => endOf(tape)))
  const units = [{ id: rootId, under: [rootId, ...halls] }, ...halls.map((id) => ({ id, under: [id] }))]
  let compared = 0
  for (const { id, under } of units) {
    for (const shift of [0, 3]) {
      const question = { ...periodOf(firstAt, lastAt, now), shift, under }
      const by = { intervalS: 86_400 as const, zone, dayStartMin: 0, weekStart: 0 as const }
      compared += await expectFigures(test, token, { kind: 'unit', id, machines, question, by })
    }
  }
  return compared
}
