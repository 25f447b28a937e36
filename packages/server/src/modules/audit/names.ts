import { findAlarmType } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { machinesOfAlarms, type NamedThing, namesOfThings } from './queries-names.ts'
import { namesInDirectory } from './store-directory.ts'

interface Thing {
  readonly kind: string
  readonly id: number
}

/**
 * Returns a key such as `org_unit/17` as kind and id; undefined if its id is no number, as in `system/null`, the program itself.
 */
function thingOf(key: string): Thing | undefined {
  const [kind = '', id = ''] = key.split('/')
  return /^\d+$/.test(id) ? { kind, id: Number(id) } : undefined
}

/**
 * Returns the present names of objects by their keys (`org_unit/17`, `user/7`), trimmed, and `removed`: true if the object was
 * removed, has left or was revoked. Left out are deleted and unknown objects, and kinds without names; an unknown alarm type has
 * its id as its name.
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

/**
 * Returns the names of those of the objects that are alarms, made of type and machine: `Offline, Mill 14`. Deleted alarms are
 * left out.
 */
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
