import type { Range } from '@millwatch/domain/time'
import { noTotals, type StatusTotals, sumTotals, utilizationByDefault } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { statusTotals } from '../status/index.ts'
import { cycleCounts } from '../telemetry/index.ts'

/** What a machine did in a period, or the machines of a unit together. */
export interface Figures {
  readonly totals: StatusTotals
  readonly cycles: number
}

const nothing: Figures = { totals: noTotals, cycles: 0 }

/** The figures of each machine; the period must not end later than now. */
export async function figuresOf(
  ctx: Ctx,
  equipmentIds: readonly number[],
  { from, to }: Range,
): Promise<Map<number, Figures>> {
  if (equipmentIds.length === 0 || to <= from) return new Map(equipmentIds.map((id) => [id, nothing]))
  const totals = await statusTotals(ctx, equipmentIds, from, to)
  const cycles = await cycleCounts(ctx, equipmentIds, from, to)
  return new Map(equipmentIds.map((id) => [id, { totals: totals.get(id) ?? noTotals, cycles: cycles.get(id) ?? 0 }]))
}

export function together(figures: readonly Figures[]): Figures {
  return {
    totals: sumTotals(figures.map((one) => one.totals)),
    cycles: figures.reduce((sum, one) => sum + one.cycles, 0),
  }
}

/** Figures as the wire has them. Parts are for admins; without a run every cycle is one part. */
export function presentFigures(id: number, { totals, cycles }: Figures, seesParts: boolean) {
  const { effectiveRunMs, scheduledMs, utilPct } = utilizationByDefault(totals)
  return {
    id,
    running_s: totals.runningMs / 1000,
    down_s: totals.downMs / 1000,
    offline_s: totals.offlineMs / 1000,
    powered_off_s: totals.poweredOffMs / 1000,
    scheduled_s: scheduledMs / 1000,
    run_secs: effectiveRunMs / 1000,
    util_pct: utilPct,
    cycles,
    ...(seesParts ? { parts: cycles } : {}),
  }
}
