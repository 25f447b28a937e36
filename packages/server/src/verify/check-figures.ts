import type { Figures } from '@millwatch/domain/utilization'
import { beganAt } from '../modules/status/index.ts'
import { compareRollups, figuresOver, type Group, type RollupDifference } from '../modules/utilization/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Check, Found } from './findings.ts'
import { machinesWithStatus } from './queries-status.ts'

const MOST_MACHINES = 200

const lengthOf = ({ runningMs, downMs, offlineMs, poweredOffMs }: Figures) =>
  runningMs + downMs + offlineMs + poweredOffMs

export const statusesFillTheTime: Check = {
  invariant: 'I4',
  holds:
    'Of any machine the time of its statuses is the time since its first evidence, and its days together are the whole.',
  async find(ctx) {
    const ids = await machinesWithStatus(ctx)
    const found: Found[] = []
    for (let i = 0; i < ids.length; i += MOST_MACHINES)
      found.push(...(await unfilled(ctx, ids.slice(i, i + MOST_MACHINES))))
    return found
  },
}

async function unfilled(ctx: Ctx, ids: readonly number[]): Promise<Found[]> {
  const now = ctx.clock.now()
  const began = await beganAt(ctx, ids)
  const from = Math.min(now, ...began.values())
  const groups = ids.map((id): Group => ({ key: String(id), members: new Map([[id, null]]), inBuckets: true }))
  const buckets = { interval: 604_800, week: { zone: 'UTC', dayStartMin: 0, firstWeekday: 0 } } as const
  const question = { groups, period: { from, to: now }, now, shift: null, buckets, money: false, averages: false }
  const answer = await figuresOver(ctx, question)
  return ids.flatMap((equipmentId) => {
    const figures = answer.groups.get(String(equipmentId))
    const whole = figures === undefined ? 0 : lengthOf(figures.whole)
    const inWeeks = (figures?.buckets ?? []).reduce((sum, bucket) => sum + lengthOf(bucket), 0)
    const lived = now - Math.min(now, began.get(equipmentId) ?? now)
    const wrong: Found[] = []
    if (whole !== lived)
      wrong.push({ equipmentId, text: `It has lived ${lived} ms, and its figures add up to ${whole} ms` })
    if (whole !== inWeeks)
      wrong.push({ equipmentId, text: `Its weeks together are ${inWeeks} ms, and the whole is ${whole} ms` })
    return wrong
  })
}

export const rollupsMatchIntervals: Check = {
  invariant: 'I5',
  holds: 'Every rollup row that is read as clean is what intervals, shift history and events say.',
  async find(ctx) {
    const ids = await machinesWithStatus(ctx)
    const found: Found[] = []
    for (let i = 0; i < ids.length; i += MOST_MACHINES)
      found.push(...(await compareRollups(ctx, ids.slice(i, i + MOST_MACHINES))).map(rollupText))
    return found
  },
}

const rollupText = ({ equipmentId, at, row, expected, stored }: RollupDifference): Found => ({
  equipmentId,
  at,
  text: `Rollup ${row} is ${stored ?? 'not there'}, and should be ${expected ?? 'not there'}`,
})
