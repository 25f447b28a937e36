import { type AlarmArgs, exampleTrip, messageOf, settingsText } from '@millwatch/domain/alarms'
import type { DateStyle } from '@millwatch/domain/time'
import { ancestorsOf, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, type EquipmentRow } from '../tree/index.ts'
import { type AlarmInput, draftOf } from './manage.ts'
import { membersById } from './read-alarms.ts'
import { requireArgs } from './read-terms.ts'

/** Draft of an alarm, which is not stored. `reassertM`: minutes from one notice to the next; null: one notice. */
export interface AlarmDraft extends Required<Pick<AlarmInput, 'alarmTypeId' | 'equipmentId'>> {
  readonly args: NonNullable<AlarmInput['args']>
  readonly reassertM: number | null
}

/**
 * Returns the settings of a draft in words, and title and lines of the message that its alarm would send now. The message has the
 * words of a real notice, an example figure at the limit or a little beyond it, and dates in the machine's time zone, written as
 * the caller reads them. 400 for an unknown type and invalid arguments, 404 for an unknown machine.
 */
export async function previewOf(ctx: Ctx, draft: AlarmDraft) {
  const { type, machine } = await draftOf(ctx, draft)
  const args = requireArgs(type, draft.args) as AlarmArgs
  const context = machine.settings
  const now = ctx.clock.now()
  const message = messageOf({
    ...{ about: 'tripped', typeId: type.id, args, context, machine: machine.name, reassertMin: draft.reassertM, now },
    ...(await placeOf(ctx, machine)),
    trip: exampleTrip(type.id, args, context, now),
    style: await styleOfCaller(ctx),
  })
  return { settings: settingsText(type.id, args, context), title: message.title, lines: [...message.lines] }
}

/**
 * Returns the names of the units above a machine, from the topmost below the company's root down, and the time zone of the
 * machine. The names are empty if the machine is directly below the root.
 */
export async function placeOf(
  ctx: Ctx,
  { parentOrgUnitId }: EquipmentRow,
): Promise<{ readonly units: readonly string[]; readonly zone: string }> {
  const tree = treeOf(await allUnits(ctx))
  const parent = tree.units.get(parentOrgUnitId)
  const chain = parent === undefined ? [] : [parent, ...ancestorsOf(tree, parentOrgUnitId)]
  const units = chain.filter((unit) => unit.parentId !== null).map((unit) => unit.name)
  return { units: units.toReversed(), zone: timeZoneOf(tree, parentOrgUnitId) }
}

async function styleOfCaller({ actor, ...ctx }: Ctx): Promise<DateStyle> {
  const member =
    actor.kind === 'user' ? (await membersById({ actor, ...ctx }, [actor.userId])).get(actor.userId) : undefined
  return { locale: member?.locale ?? null, clockHours: member?.clockHours ?? null }
}
