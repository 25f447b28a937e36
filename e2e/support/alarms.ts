import type { MadeMachine } from '@millwatch/lab/product/company'
import { send } from './device.ts'
import { expect, type Plant } from './test.ts'

/** Alarm in an answer of the API. */
export interface MadeAlarm {
  readonly id: number
  readonly tripped: boolean
}

/** Creates an alarm of the superuser on a machine; by default one that trips above 60 °C (type 8). */
export async function alarmOn(
  plant: Plant,
  { equipmentId }: MadeMachine,
  { type = 8, args = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }, ...more }: AlarmTerms = {},
): Promise<MadeAlarm> {
  const wanted = { alarm_type_id: type, equipment_id: equipmentId, args, ...more }
  return (await plant.company.call<{ alarm: MadeAlarm }>('POST', '/v0/alarms', wanted)).alarm
}

interface AlarmTerms {
  readonly type?: number
  readonly args?: Readonly<Record<string, string | number | boolean>>
  readonly subscribe_email?: boolean
  readonly reassert_m?: number
  readonly notify_on_clear?: boolean
}

/** Sends a temperature (°C) with the present time, as the device of a machine. */
export const report = (plant: Plant, machine: MadeMachine, temperature_1: number): Promise<unknown> =>
  send(plant.url, machine, [{ t: Date.now(), type: 'tlm', temperature_1 }])

/** Sends a temperature of 75 °C, and waits until the server shows the alarm as tripped. */
export async function tripped(plant: Plant, machine: MadeMachine, { id }: MadeAlarm): Promise<void> {
  await report(plant, machine, 75)
  const read = async () => (await plant.company.call<{ alarm: MadeAlarm }>('GET', `/v0/alarms/${id}`)).alarm.tripped
  await expect.poll(read).toBe(true)
}

/** Creates a group with the superuser as its only member; returns the id of the group. */
export async function groupOf(plant: Plant, name: string): Promise<number> {
  const { roster } = await plant.company.call<{ roster: { id: number } }>('POST', '/v0/rosters', { name })
  const { user } = await plant.company.call<{ user: { id: number } }>('GET', '/v0/user')
  await plant.company.call('POST', `/v0/rosters/${roster.id}/users`, { user_id: user.id })
  return roster.id
}
