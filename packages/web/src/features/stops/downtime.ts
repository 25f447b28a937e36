import { type downtimeFields, downtimeOfEquipment, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import type { ParetoStop } from '@millwatch/domain/stops'
import { byNaturalOrder, isOfferedOn } from '@millwatch/domain/tree'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { ACTIVE_REFRESH_MS, activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'
import type { Subject } from '../../scope/subject.ts'
import type { StatusInterval } from './queries.ts'

/** Excessive stop of a machine, as read from the server; instants are epoch ms. */
export interface ReadStop {
  /** Id of the interval of status. */
  readonly id: number
  readonly machine: ParetoStop['machine']
  readonly startedAt: number
  /** End of the stop; null while the machine is still down. */
  readonly endedAt: number | null
  /** Length of the stop, up to now for an open one, and the scheduled part of it. */
  readonly durationMs: number
  readonly scheduledMs: number
  /** Scheduled time in ms from which the stop is excessive, as it was set at its start. */
  readonly thresholdMs: number
  readonly reasonId: number | null
  readonly reasonName: string | null
  readonly notes: string | null
  readonly tagIds: readonly number[]
  readonly parts: StatusInterval['parts']
  readonly isIgnored: boolean
}

/** Excessive stops of a unit or machine over a period, as read from the server. */
interface ReadDowntime {
  /** Key of the period for which the stops were read, as JSON. */
  readonly period: string
  readonly from: number
  readonly to: number
  readonly readAt: number
  /** Excessive stops, the newest first. */
  readonly stops: readonly ReadStop[]
  /** Ids of the units above each machine, by the id of the machine. */
  readonly unitsAbove: ReadonlyMap<number, readonly number[]>
  /** Message of the server why a machine has no report; undefined: it has one. */
  readonly message: string | undefined
}

/** Excessive stop with the names of its reason and tags. */
export interface DowntimeStop extends ReadStop, ParetoStop {}

/** Excessive stops of a unit or machine over a period, with the names of reasons and tags. */
export interface Downtime extends Omit<ReadDowntime, 'stops'> {
  readonly stops: readonly DowntimeStop[]
}

export type Reason = Awaited<ReturnType<typeof readReasons>>[number]
type Tag = Awaited<ReturnType<typeof readTags>>[number]
type Row = Readonly<Record<(typeof downtimeFields)[number], unknown>>

const ms = (seconds: unknown): number => Math.round(Number(seconds) * 1000)
const text = (value: unknown): string | null => (value === null ? null : String(value))

/** Returns the rows of the server's report, which are oldest first, as stops, the newest first. */
export const stopsOf = ({
  fields,
  data,
}: {
  fields: readonly string[]
  data: readonly (readonly unknown[])[]
}): ReadStop[] =>
  data.map((row) => stopOf(Object.fromEntries(fields.map((field, i) => [field, row[i]])) as Row)).reverse()

function stopOf(row: Row): ReadStop {
  return {
    id: Number(row.id),
    machine: { id: Number(row.equipment_id), name: String(row.equip_name) },
    startedAt: ms(row.started_at),
    endedAt: row.ended_at === null ? null : ms(row.ended_at),
    durationMs: ms(row.duration_s),
    scheduledMs: ms(row.xsf_dt_duration_s),
    thresholdMs: ms(row.threshold_s),
    reasonId: row.status_reason_id === null ? null : Number(row.status_reason_id),
    reasonName: text(row.status_reason),
    notes: text(row.notes),
    tagIds: (row.tags as readonly number[] | undefined) ?? [],
    parts: (row.parts as StatusInterval['parts'] | undefined) ?? [],
    isIgnored: row.xsf_report_ignored === true,
  }
}

/** Returns the beginning of the query keys of the excessive stops of a unit or machine for all periods. */
export const downtimeKey = ({ which, id }: Subject) => ['downtime', which, id] as const

/**
 * Query that reads the excessive stops of a unit or machine, in all shifts, that overlap the period on screen, the newest first;
 * again every 5 minutes. `scopeKey` comes from `useScopeKey(zone)`. Until they are read, `data` is of the previous period or
 * subject (`isPlaceholderData`). Superusers also get ignored stops.
 */
export const downtimeQuery = ({ which, id }: Subject, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: [...downtimeKey({ which, id }), ...scopeKey],
    queryFn: async ({ signal }): Promise<ReadDowntime> => {
      const { from, to, startDate, endDate, isLive } = readScope(zone)
      const request = { params: { id }, query: { startDate, ...(isLive ? {} : { endDate }) }, signal }
      const { fields, data, equipment, message } =
        which === 'e' ? await call(downtimeOfEquipment, request) : await call(downtimeOfOrgUnit, request)
      const above = Object.entries(equipment).map(
        ([machineId, { org_units }]) => [Number(machineId), org_units.map((unit) => unit.id)] as const,
      )
      return {
        ...{ period: JSON.stringify(scopeKey), from, to, readAt: now() },
        stops: stopsOf({ fields, data }),
        unitsAbove: new Map(above),
        message,
      }
    },
    refetchInterval: activeRefresh,
    placeholderData: keepPreviousData,
    // Comparing thousands of rows would cost more than drawing those in view.
    structuralSharing: false,
  })

/** Interval at which names of reasons and tags are read again, ms: five times that of the report. */
const NAMES_MS = 5 * ACTIVE_REFRESH_MS

const names = { staleTime: NAMES_MS, refetchInterval: NAMES_MS }

async function readReasons(signal: AbortSignal) {
  const { reasons } = await call(listReasons, { query: {}, signal })
  return reasons.toSorted((a, b) => Number(b.favorite) - Number(a.favorite) || byNaturalOrder(a.name, b.name))
}

/**
 * Query that reads all reasons of the company, including inactive ones, favourites first, then by name; again every 25 minutes.
 */
export const allReasonsQuery = queryOptions({
  queryKey: ['reasons', 'all'],
  queryFn: ({ signal }) => readReasons(signal),
  ...names,
})

const readTags = async (signal: AbortSignal) => (await call(listTags, { query: {}, signal })).tags

/** Query that reads all tags of the company, including inactive ones; again every 25 minutes. */
export const allTagsQuery = queryOptions({
  queryKey: ['tags', 'all'],
  queryFn: ({ signal }) => readTags(signal),
  ...names,
})

/**
 * Returns the report with the reason (null: none), its group and the names of tags in each stop. A tag that is not in `tags` is
 * called `…`.
 */
export function withNames(downtime: ReadDowntime, reasons: readonly Reason[], tags: readonly Tag[]): Downtime {
  const groups = new Map(reasons.map(({ id, group_name }) => [id, group_name]))
  const tagNames = new Map(tags.map(({ id, name }) => [id, name]))
  const reasonOf = (id: number, name: string | null) => ({ id, name: name ?? '', group: groups.get(id) ?? null })
  const stops = downtime.stops.map((stop) => ({
    ...stop,
    reason: stop.reasonId === null ? null : reasonOf(stop.reasonId, stop.reasonName),
    tags: stop.tagIds.map((id) => ({ id, name: tagNames.get(id) ?? '…' })),
  }))
  return { ...downtime, stops }
}

/**
 * Returns the active reasons that are offered on all of the machines, in the given order: those without units, and those with a
 * unit above each machine; without machines all active ones.
 */
export function reasonsFor(
  reasons: readonly Reason[],
  machineIds: readonly number[],
  unitsAbove: Downtime['unitsAbove'],
): Reason[] {
  const machines = machineIds.map((equipmentId) => ({ equipmentId, orgUnitIds: new Set(unitsAbove.get(equipmentId)) }))
  const isOffered = ({ org_unit_ids: orgUnitIds }: Reason) =>
    machines.every((machine) => isOfferedOn({ orgUnitIds }, machine))
  return reasons.filter((reason) => reason.active && isOffered(reason))
}
