import type { Annotation } from '@millwatch/domain/stops'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays } from '../../platform/db/arrays.ts'
import { companyRow } from '../../platform/db/statements.ts'
import { machinesWithStopsNear } from '../status/index.ts'

/** Stop of a machine, not clipped. Instants are epoch ms; `endedAt` is null while the stop lasts. */
export interface StopRow {
  readonly intervalId: number
  readonly equipmentId: number
  readonly startedAt: number
  readonly endedAt: number | null
}

const columns = `status_interval_id as "intervalId", equipment_id as "equipmentId", started_at as "startedAt", ended_at as "endedAt"`

/**
 * Returns SQL of the stops of a machine that overlap `[from, to)`. It reads the last interval that begins by `from` and those
 * that begin later; earlier ones cannot overlap, as intervals do not overlap each other.
 */
const stopsNear = (machine: string, from: string, to: string): string => `
  select ${columns} from (
    (select * from status_interval where company_id = $1 and equipment_id = ${machine} and started_at <= ${from}
      order by started_at desc limit 1)
    union all
    (select * from status_interval where company_id = $1 and equipment_id = ${machine} and started_at > ${from} and started_at < ${to})
  ) as interval where status_id = 2 and (ended_at is null or ended_at > ${from})`

/** Returns the status interval with this id, of any status, also one that is not a stop; undefined when there is none. */
export const findInterval = companyRow<StopRow & { status: number }, [intervalId: number]>(
  'stops.find_interval',
  `select ${columns}, status_id as status from status_interval where company_id = $1 and status_interval_id = $2`,
)

/** Returns the stops that overlap any of the spans (epoch ms), not clipped, each once, by machine and time. */
export async function stopsIn(
  ctx: Ctx,
  spans: readonly { equipmentId: number; from: number; to: number }[],
): Promise<StopRow[]> {
  if (spans.length === 0) return []
  return ctx.tx.prepared<StopRow>(
    {
      name: 'stops.in_spans',
      text: `select distinct near.* from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as span (machine, from_ms, to_ms)
        cross join lateral (${stopsNear('span.machine', 'span.from_ms', 'span.to_ms')}) as near
        order by near."equipmentId", near."startedAt"`,
    },
    [ctx.companyId, ...spanArrays(spans)],
  )
}

/**
 * Returns the stops that touch `[from, to)` (epoch ms, `from` of each machine) and whose whole length is at least `leastMs` of
 * the machine, not clipped, by machine and time. An open stop lasts up to `now`.
 */
export async function longStops(
  ctx: Ctx,
  machines: readonly { equipmentId: number; leastMs: number; from: number }[],
  { to, now }: { to: number; now: number },
): Promise<StopRow[]> {
  const within = machines.filter(({ from }) => from < to)
  if (within.length === 0) return []
  return ctx.tx.prepared<StopRow>(
    {
      name: 'stops.long',
      text: `select near.* from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as asked (machine, least_ms, from_ms)
        cross join lateral (${stopsNear('asked.machine', 'asked.from_ms', '$5')}) as near
        where coalesce(near."endedAt", $6) - near."startedAt" >= asked.least_ms
        order by near."equipmentId", near."startedAt"`,
    },
    [
      ctx.companyId,
      numberArray(within.map((machine) => machine.equipmentId)),
      numberArray(within.map((machine) => machine.leastMs)),
      numberArray(within.map((machine) => machine.from)),
      to,
      now,
    ],
  )
}

export interface AnnotationRow extends Annotation {
  readonly equipmentId: number
}

/**
 * Returns annotations of machines, by machine and time: those that overlap `[from, to)` (epoch ms), and those that overlap a stop
 * that touches this range.
 */
export async function annotationsOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<AnnotationRow[]> {
  return ctx.tx.prepared<AnnotationRow>(
    {
      name: 'stops.annotations_over',
      text: `select a.stop_annotation_id as id, a.equipment_id as "equipmentId", a.started_at as from, a.ended_at as to,
          a.status_reason_id as "reasonId", a.notes, a.ignored
        from ${machinesWithStopsNear}
        join stop_annotation a on a.company_id = $1 and a.equipment_id = machine.id and a.ended_at > near.began and a.started_at < near.ended
        order by a.equipment_id, a.started_at, a.stop_annotation_id`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to, Number.MAX_SAFE_INTEGER],
  )
}
