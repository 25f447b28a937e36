import { findAlarmType } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { machinesOfAlarms, type NamedThing, namesOfThings } from './queries-names.ts'
import { namesInDirectory } from './store-directory.ts'

interface Thing {
  readonly kind: string
  readonly id: number
}

/** Returns a key such as `org_unit/17` as kind and id; undefined for `system/null`, the program itself. */
function thingOf(key: string): Thing | undefined {
  const [kind = '', id = ''] = key.split('/')
  return /^\d+$/.test(id) ? { kind, id: Number(id) } : undefined
}

/**
 * Returns the present names of things (`org_unit/17`, `user/7`) by these keys. Left out are things that were deleted or never existed,
 * and kinds without names.
 */
export async function namesByThing(
  ctx: Ctx,
  keys: readonly string[],
): Promise<Map<string, { name: string; removed: boolean }>> {
  const things = [...new Set(keys)].flatMap((key) => thingOf(key) ?? [])
  const inDirectory = await namesInDirectory(ctx.tx, ctx.companyId, things)
  const others = await namesOfThings(
    ctx,
    things.map(({ kind }) => kind),
    things.map(({ id }) => id),
  )
  const alarms = await namesOfAlarms(ctx, things)
  return new Map(
    [...inDirectory, ...others, ...alarms, ...namesOfTypes(things)].map(({ kind, id, name, removed }) => [
      `${kind}/${id}`,
      { name: name.trim(), removed },
    ]),
  )
}

const idsOf = (things: readonly Thing[], kind: string) =>
  things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
const typeName = (id: number): string => findAlarmType(id)?.name ?? String(id)

/** Names alarms by type and machine: `Offline, Mill 14`. */
async function namesOfAlarms(ctx: Ctx, things: readonly Thing[]): Promise<NamedThing[]> {
  const ids = idsOf(things, 'alarm')
  if (ids.length === 0) return []
  const alarms = await machinesOfAlarms(ctx, ids)
  return alarms.map(({ id, alarmTypeId, machine }) => ({
    kind: 'alarm',
    id,
    name: `${typeName(alarmTypeId)}, ${machine}`,
    removed: false,
  }))
}

const namesOfTypes = (things: readonly Thing[]): NamedThing[] =>
  idsOf(things, 'alarm_type').map((id) => ({ kind: 'alarm_type', id, name: typeName(id), removed: false }))
