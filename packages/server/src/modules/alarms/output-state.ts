import type { Ctx } from '../../platform/ctx.ts'
import type { Outputs } from './queries.ts'
import { type DeviceOutputRow, outputsOfMachines } from './queries-outputs.ts'

/**
 * Time (ms) after a command without acknowledgement in which its device is taken to be about to obey; after it the command has
 * not reached the device.
 */
export const REACH_MS = 60_000

/** Trip with the outputs of its alarm and their stored state. `clearedAt` (epoch ms) null: it lasts. */
interface SwitchingTrip {
  readonly equipmentId: number
  readonly clearedAt: number | null
  readonly deviceOutputConfig: Outputs
  readonly outputState: string | null
}

/**
 * Returns trips, in the same order, with the present state of their outputs. For a lasting trip with the stored state `asked`, it
 * follows from the latest command to the device: `done` once the device acknowledged the needed outputs, `asked` within a minute
 * of the command, else `not_reached`, also without any command. Other trips keep the stored state.
 */
export async function withOutputStates<Trip extends SwitchingTrip>(ctx: Ctx, trips: readonly Trip[]): Promise<Trip[]> {
  const lasting = trips.filter((trip) => isSwitching(trip))
  if (lasting.length === 0) return [...trips]
  const rows = await outputsOfMachines(ctx, [...new Set(lasting.map((trip) => trip.equipmentId))])
  const byMachine = new Map(rows.map((row) => [row.equipmentId, row]))
  const now = ctx.clock.now()
  return trips.map((trip) =>
    isSwitching(trip) ? { ...trip, outputState: stateOf(trip, byMachine.get(trip.equipmentId), now) } : trip,
  )
}

const isSwitching = ({ clearedAt, outputState }: SwitchingTrip) => clearedAt === null && outputState === 'asked'

function stateOf({ deviceOutputConfig }: SwitchingTrip, row: DeviceOutputRow | undefined, now: number): string {
  if (row === undefined) return 'not_reached'
  const { acknowledgedId, since24v, since120v, commandId } = row
  const needed = [...(deviceOutputConfig['24v'] ? [since24v] : []), ...(deviceOutputConfig['120v'] ? [since120v] : [])]
  const until = needed.length === 0 ? commandId : Math.max(...needed)
  if (acknowledgedId >= until) return 'done'
  return now - row.commandedAt < REACH_MS ? 'asked' : 'not_reached'
}
