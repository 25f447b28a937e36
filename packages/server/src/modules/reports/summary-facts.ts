import type { Source } from '@millwatch/domain/status'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { lastContactsOf } from '../ingest/index.ts'
import { currentStatuses, type StatusRow, sourcesOf } from '../status/index.ts'
import { latestOf } from '../telemetry/index.ts'
import type { EquipmentRow } from '../tree/index.ts'
import { idsOf } from './machines.ts'

/** Present state of a machine that the summary shows; instants are epoch ms. `status` is undefined without evidence. */
export interface MachineState {
  readonly status: StatusRow | undefined
  /** Instant of the last cycle; null: none. */
  readonly lastCycleAt: number | null
  /** Last contact of the machine's primary device, epoch ms; null: none. */
  readonly lastContactAt: number | null
  /** Source of the machine's status; read only for machines that never cycled, else null. Null also without a source. */
  readonly source: Source | null
  readonly isExcluded: boolean
}

/**
 * Returns the present state of each machine, by machine id. The caller must have status computed up to `now` (epoch ms) before.
 */
export async function factsOfMachines(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  histories: ReadonlyMap<number, readonly SettingsFrom[]>,
  now: number,
): Promise<ReadonlyMap<number, MachineState>> {
  const ids = idsOf(machines)
  const [statuses, latest, contacts] = await Promise.all([
    currentStatuses(ctx, ids),
    latestOf(ctx, ids),
    lastContactsOf(ctx, ids),
  ])
  const uncycled = ids.filter((id) => (latest.get(id)?.cycle ?? null) === null)
  const sources = uncycled.length === 0 ? undefined : await sourcesOf(ctx, uncycled)
  return new Map(
    ids.map((id) => [
      id,
      {
        status: statuses.get(id),
        lastCycleAt: latest.get(id)?.cycle?.at ?? null,
        lastContactAt: contacts.get(id) ?? null,
        source: sources?.get(id) ?? null,
        isExcluded: settingsAt(histories.get(id) ?? [], now).utilExcluded,
      },
    ]),
  )
}
