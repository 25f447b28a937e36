import type { EventKey } from '@millwatch/domain/telemetry'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRead, companyRun } from '../../platform/db/statements.ts'

/** State of the fold that computes status, as JSON, right after the event with this key. */
export interface Checkpoint extends EventKey {
  readonly state: string
}

interface CheckpointColumns {
  at: number
  batchId: string
  position: number
  state: string
}

const checkpointFrom = (row: CheckpointColumns): Checkpoint => ({
  at: row.at,
  batchId: row.batchId,
  position: row.position,
  state: row.state,
})

/** Returns the last checkpoint of a machine strictly before an instant (epoch ms); null: there is none. */
export const checkpointBefore = companyRead<CheckpointColumns, Checkpoint | null, [equipmentId: number, at: number]>(
  'status.checkpoint_before',
  `select at, batch_id, position, state from checkpoint where company_id = $1 and equipment_id = $2 and at < $3
        order by at desc, octet_length(batch_id) desc, batch_id collate "C" desc, position desc limit 1`,
  ([row]) => (row === undefined ? null : checkpointFrom(row)),
)

/** Returns the checkpoints of a machine in `[from, to]` (epoch ms, both included), in the order of events. */
export const checkpointsBetween = companyRead<
  CheckpointColumns,
  Checkpoint[],
  [equipmentId: number, from: number, to: number]
>(
  'status.checkpoints_between',
  `select at, batch_id, position, state from checkpoint where company_id = $1 and equipment_id = $2 and at >= $3 and at <= $4
        order by at, octet_length(batch_id), batch_id collate "C", position`,
  (rows) => rows.map(checkpointFrom),
)

/**
 * Deletes the checkpoints of a machine in `[from, to)` (epoch ms), so that a recomputation covers the whole range. The
 * checkpoint at the horizon stays, as nothing before it can be recomputed.
 */
export const dropCheckpoints = companyRun<[equipmentId: number, from: number, to: number]>(
  'status.drop_checkpoints',
  `delete from checkpoint where company_id = $1 and equipment_id = $2 and at >= $3 and at < $4 and marking is null`,
)

/**
 * Deletes the checkpoints of a machine after an event (null: all), as they are no longer valid. The checkpoint at the
 * horizon stays.
 */
export async function dropCheckpointsAfter(ctx: Ctx, equipmentId: number, last: EventKey | null): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'status.drop_checkpoints_after',
      text: `delete from checkpoint where company_id = $1 and equipment_id = $2 and at >= $3 and marking is null
        and (at, octet_length(batch_id), batch_id collate "C", position) > ($3, octet_length($4), $4 collate "C", $5)`,
    },
    [ctx.companyId, equipmentId, last?.at ?? Number.MIN_SAFE_INTEGER, last?.batchId ?? '', last?.position ?? 0],
  )
}

/**
 * Stores checkpoints of any machines; replaces the state of a checkpoint at the same event of the same machine. Does nothing
 * without checkpoints.
 */
export async function putCheckpoints(
  ctx: Ctx,
  checkpoints: readonly (Checkpoint & { equipmentId: number })[],
): Promise<void> {
  if (checkpoints.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'status.put_checkpoints',
      text: `insert into checkpoint (company_id, equipment_id, at, batch_id, position, state)
        select $1::bigint, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::int[], $6::text[])
        on conflict (company_id, equipment_id, at, batch_id, position) do update set state = excluded.state`,
    },
    [
      ctx.companyId,
      numberArray(checkpoints.map((c) => c.equipmentId)),
      numberArray(checkpoints.map((c) => c.at)),
      textArray(checkpoints.map((c) => c.batchId)),
      numberArray(checkpoints.map((c) => c.position)),
      textArray(checkpoints.map((c) => c.state)),
    ],
  )
}

/** Returns the state for marking cycles (JSON) stored with the checkpoint at a machine's horizon; null: there is none. */
export const horizonMarking = companyRead<{ marking: string }, string | null, [equipmentId: number]>(
  'status.horizon_marking',
  `select marking from checkpoint where company_id = $1 and equipment_id = $2 and marking is not null
        order by at desc limit 1`,
  ([row]) => row?.marking ?? null,
)

/** Returns the horizon (epoch ms) of each machine of the company, by machine id; omits machines without one. */
export const horizonsOf = companyRead<{ id: number; at: number }, Map<number, number>>(
  'status.horizons',
  'select equipment_id as id, horizon_at as at from machine_state where company_id = $1 and horizon_at is not null',
  (rows) => new Map(rows.map(({ id, at }) => [id, at])),
)

/**
 * Stores the horizon of a machine (epoch ms) and increases its version. From then on the flow refuses events before the horizon
 * and recomputes no status there.
 */
export const putHorizon = companyRun<[equipmentId: number, at: number]>(
  'status.put_horizon',
  'update machine_state set horizon_at = $3, version = version + 1 where company_id = $1 and equipment_id = $2',
)

/**
 * Deletes the checkpoints of a machine up to the time of this one, and stores this one with the state for marking cycles (JSON).
 * It becomes the checkpoint at the horizon, which other functions do not delete.
 */
export async function putFirstCheckpoint(
  ctx: Ctx,
  equipmentId: number,
  checkpoint: Checkpoint,
  marking: string,
): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'status.remove_checkpoints',
      text: 'delete from checkpoint where company_id = $1 and equipment_id = $2 and at <= $3',
    },
    [ctx.companyId, equipmentId, checkpoint.at],
  )
  await ctx.tx.prepared(
    {
      name: 'status.put_first_checkpoint',
      text: `insert into checkpoint (company_id, equipment_id, at, batch_id, position, state, marking)
        values ($1, $2, $3, $4, $5, $6, $7)`,
    },
    [ctx.companyId, equipmentId, checkpoint.at, checkpoint.batchId, checkpoint.position, checkpoint.state, marking],
  )
}
