import type { Operation } from '@millwatch/contract/calls/all'
import { type AlarmType, findAlarmType } from '@millwatch/domain/alarms'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allow } from '../../platform/policy.ts'
import { type EquipmentRow, getEquipment } from '../tree/index.ts'
import { type AlarmedMachine, withAlarmFacts } from './machines.ts'
import { applyOutputs } from './outputs.ts'
import { type AlarmRow, alarmsOfMachine } from './queries.ts'
import { alarmOf, typeOf } from './read-alarms.ts'
import { requireTerms, type TermsInput } from './read-terms.ts'
import { changeAlarm, deleteAlarm, holdAlarm, holdMachine, insertAlarm } from './store.ts'

export interface AlarmInput extends TermsInput {
  readonly alarmTypeId: number
  readonly equipmentId: number
}

/** Most alarms of a machine, so that a single machine does not slow down the evaluation of others. */
const MOST_ALARMS = 100

/** Operation on an alarm that only people who manage the alarm may do. */
type Managing = Extract<
  Operation,
  `alarm.${'update' | 'delete' | 'notices.read' | `${'roster' | 'users'}.${'subscribe' | 'unsubscribe'}`}`
>

/** Throws 403 unless the caller manages an alarm: maintenance as an admin, another alarm as its owner or as a superuser. */
export function requireManaging(ctx: Ctx, operation: Managing, alarm: AlarmRow): void {
  if (typeOf(alarm).pmEnabled) allow(ctx.actor, 'alarm.maintenance')
  else allow(ctx.actor, operation, { ownerId: alarm.ownerUserId })
}

/**
 * Returns an alarm with its machine, both locked until the transaction ends, so that no other transaction changes or evaluates
 * the alarm. Has the machine's alarms evaluated again from now on. 404 when there is no such alarm, or its machine was removed.
 */
export async function lockAlarm(ctx: Ctx, alarmId: number): Promise<{ alarm: AlarmRow; equipment: EquipmentRow }> {
  const { alarm } = await alarmOf(ctx, alarmId)
  await holdMachine(ctx, alarm.equipmentId, ctx.clock.now())
  if (!(await holdAlarm(ctx, alarmId))) throw new NotFound()
  return alarmOf(ctx, alarmId)
}

/** Returns the type and the machine of an alarm that is not stored; 400 for an unknown type, 404 for an unknown machine. */
export async function draftOf(
  ctx: Ctx,
  { alarmTypeId, equipmentId }: Pick<AlarmInput, 'alarmTypeId' | 'equipmentId'>,
): Promise<{ type: AlarmType; machine: AlarmedMachine }> {
  const type = findAlarmType(alarmTypeId)
  if (type === undefined) throw new Invalid('body/alarm_type_id')
  const equipment = await getEquipment(ctx, equipmentId)
  return { type, machine: machineOf(await withAlarmFacts(ctx, [equipment]), equipmentId) }
}

function machineOf(machines: ReadonlyMap<number, AlarmedMachine>, equipmentId: number): AlarmedMachine {
  const machine = machines.get(equipmentId)
  if (machine === undefined) throw new NotFound()
  return machine
}

/**
 * Creates an alarm that begins now, owned by the calling person (without owner for a program), with audit entry and fact; returns
 * its id. 400 for an unknown type or invalid terms, 403 for maintenance if the caller is not an admin, 404 for an unknown machine
 * or part. 409 for an archived machine, for one with 100 alarms, and for parts and outputs that cannot be used.
 */
export async function createAlarm(ctx: Ctx, { alarmTypeId, equipmentId, ...input }: AlarmInput): Promise<number> {
  const { type, machine } = await draftOf(ctx, { alarmTypeId, equipmentId })
  if (type.pmEnabled) allow(ctx.actor, 'alarm.maintenance')
  if (!machine.active) throw new Conflict('equipment_archived')
  await holdMachine(ctx, equipmentId, ctx.clock.now())
  if ((await alarmsOfMachine(ctx, equipmentId)) >= MOST_ALARMS) throw new Conflict('alarms_full')
  const terms = await requireTerms(ctx, input, { type, machine, before: undefined })
  const ownerUserId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const alarmId = await insertAlarm(ctx, { ...terms, equipmentId, alarmTypeId, ownerUserId })
  const after = { equipmentId, alarmTypeId, ...terms }
  await recordAudit(ctx, { operation: 'alarm.create', subject: `alarm/${alarmId}`, after })
  await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [equipmentId], alarmId })
  return alarmId
}

/**
 * Changes the terms of an alarm, with audit entry and fact; does nothing when nothing differs. New arguments are in force from
 * now on. 400 for invalid terms, 403 unless the caller manages the alarm, 404 for an unknown alarm or part, 409 for parts and
 * outputs that cannot be used.
 */
export async function updateAlarm(ctx: Ctx, alarmId: number, input: TermsInput): Promise<void> {
  const { alarm, equipment } = await lockAlarm(ctx, alarmId)
  requireManaging(ctx, 'alarm.update', alarm)
  const machine = machineOf(await withAlarmFacts(ctx, [equipment]), alarm.equipmentId)
  const terms = await requireTerms(ctx, input, { type: typeOf(alarm), machine, before: alarm })
  const differs = (Object.keys(terms) as (keyof typeof terms)[]).filter(
    (name) => canonical(terms[name]) !== canonical(alarm[name]),
  )
  if (differs.length === 0) return
  const argsFrom = differs.includes('args') ? ctx.clock.now() : alarm.argsFrom
  await changeAlarm(ctx, alarmId, terms, argsFrom)
  const only = (row: typeof terms) => Object.fromEntries(differs.map((name) => [name, row[name]]))
  const change = { before: only(alarm), after: only(terms) }
  await recordAudit(ctx, { operation: 'alarm.update', subject: `alarm/${alarmId}`, ...change })
  await applyOutputs(ctx, [alarm.equipmentId])
  await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [alarm.equipmentId], alarmId })
}

/**
 * Returns a value as JSON with the fields of all its objects sorted by name, as the database stores them in an order of its own.
 */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/**
 * Deletes an alarm with its history and subscriptions, with audit entry and fact; outputs that it had switched on go
 * off. 403 unless the caller manages the alarm, 404 for an unknown one.
 */
export async function removeAlarm(ctx: Ctx, alarmId: number): Promise<void> {
  const { alarm } = await lockAlarm(ctx, alarmId)
  requireManaging(ctx, 'alarm.delete', alarm)
  await deleteAlarm(ctx, alarmId)
  await applyOutputs(ctx, [alarm.equipmentId])
  const { equipmentId, alarmTypeId, args, deviceOutputConfig, notifyOnClear, reassertM } = alarm
  const before = { equipmentId, alarmTypeId, args, deviceOutputConfig, notifyOnClear, reassertM }
  await recordAudit(ctx, { operation: 'alarm.delete', subject: `alarm/${alarmId}`, before })
  await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [equipmentId], alarmId })
}
