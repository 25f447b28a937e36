import type { Answer } from '@millwatch/contract/endpoint'
import { drawnOfEquipment } from '@millwatch/contract/http/drawn'
import { roomOfOrgUnit } from '@millwatch/contract/live'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Piece, ShiftSpan } from '../../charts/piece.ts'
import { call } from '../../lib/api.ts'
import { monotonicMs } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { withHeardSince } from '../../live/rooms.ts'
import { readScope } from '../../scope/scope.ts'
import { Gathering } from './gathering.ts'
import { byMachine, patchPicture } from './patch.ts'

/** What the pictures of a machine show: its timeline, its shifts, its last cycles. */
export interface Picture {
  readonly pieces: readonly Piece[]
  readonly shifts: readonly ShiftSpan[]
  /** Seconds, the newest last. */
  readonly cycles: readonly number[]
  /** When the last of them ended, epoch ms. */
  readonly lastCycleAt: number | null
}

/** How pictures are wanted: how wide, with what besides, of which period on a page of which zone. */
export interface PictureKind {
  readonly unitId: number
  readonly zone: string
  readonly scopeKey: readonly unknown[]
  readonly width: number
  /** Ids, reasons and shifts besides. */
  readonly detail: boolean
}

type DrawnMachine = Answer<typeof drawnOfEquipment>['equipment'][number]

/** A line of a tile is about 64 px wide: so many cycles have a pixel each. */
export const SPARK_CYCLES = 60

const piecesOf = ({ from, ms, status_id, several, interval_id, reasons }: DrawnMachine): Piece[] => {
  const reasonOf = new Map(reasons)
  let at = from ?? 0
  let told = 0
  return ms.map((length, index) => {
    const status = status_id[index] ?? 0
    const piece: Piece = { status, from: at, to: length === null ? null : at + length }
    at += length ?? 0
    if (status === 0) {
      const [count = 0, ...byStatus] = several.slice(told, told + 5)
      told += 5
      return { ...piece, several: { count, ms: [0, ...byStatus] } }
    }
    const [id, reason] = [interval_id?.[index], reasonOf.get(index)]
    return { ...piece, ...(id === undefined ? {} : { id }), ...(reason === undefined ? {} : { reason }) }
  })
}

const pictureOf = (machine: DrawnMachine): Picture => ({
  pieces: piecesOf(machine),
  shifts: (machine.shifts ?? []).map(([from, to, shift]) => ({ from, to, shift })),
  cycles: machine.cycles?.cycle_time ?? [],
  lastCycleAt: machine.cycles?.last_at ?? null,
})

/** One call brings so many machines at most. */
const MOST_AT_ONCE = 100

/** Pictures that are asked for at the same time come by one call: there may be a thousand machines. */
const gathering = new Gathering<PictureKind, number, Picture>(
  MOST_AT_ONCE,
  async ({ zone, width, detail, unitId }, ids) => {
    const asked = monotonicMs()
    const { startDate, endDate, series } = readScope(zone)
    const extra = detail ? { detail } : { cycles: SPARK_CYCLES }
    const query = { ids: ids.join(','), startDate, endDate, width, ...extra, ...series }
    const { equipment } = await call(drawnOfEquipment, { query })
    return new Map(
      equipment.map((machine) => [
        machine.id,
        withHeardSince(pictureOf(machine), roomOfOrgUnit(unitId), asked, (known, batch) => {
          const told = byMachine(batch).get(machine.id)
          return told === undefined ? known : patchPicture(known, told, SPARK_CYCLES)
        }),
      ]),
    )
  },
)

/** All pictures of the machines of a unit. */
export const picturesKey = (unitId: number) => ['picture', unitId] as const

/** The pictures of one machine of a unit's page. */
export const pictureQuery = (machineId: number, kind: PictureKind) =>
  queryOptions({
    queryKey: [...picturesKey(kind.unitId), machineId, kind.width, kind.detail, ...kind.scopeKey],
    queryFn: ({ signal }) => gathering.ask(kind, machineId, signal),
    refetchInterval: activeRefresh,
    // Of another period what is known of it stays until the rest has come.
    placeholderData: keepPreviousData,
    // Scrolled away for half a minute, it is read anew.
    gcTime: 30_000,
    // What scrolls out and in again is live all the while it is seen.
    staleTime: 20_000,
  })
