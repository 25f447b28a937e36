import { createAlarm, subscribeUsers } from '../modules/alarms/index.ts'
import { findUserByEmail, ownMembership, updatePerson } from '../modules/identity/index.ts'
import { allEquipment } from '../modules/tree/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { addMaintenance } from './maintenance.ts'

const ADMIN = 'admin@demo.example'
const USER = 'user@demo.example'

/** Alarm of the demo, on the first of these machines that exists in the plant. */
interface DemoAlarm {
  readonly machines: readonly string[]
  readonly alarmTypeId: number
  readonly args: Readonly<Record<string, string | number | boolean>>
  readonly more?: { readonly reassertM?: number; readonly notifyOnClear?: boolean }
  /** E-mail addresses of the subscribers by mail. If there are several, the admin gets text messages too. */
  readonly emails: readonly string[]
}

const alarms: readonly DemoAlarm[] = [
  // A moulding machine is warmer than this even at rest, so the demo begins with a tripped alarm, its mail and its text message.
  {
    machines: ['Engel 350-5', 'Engel 110-1', 'Line 1'],
    alarmTypeId: 8,
    args: { what: 'temperature', direction: 'above', value: 175, minutes: 5 },
    more: { reassertM: 240, notifyOnClear: true },
    emails: [ADMIN, USER],
  },
  { machines: ['Press 01'], alarmTypeId: 2, args: {}, more: { notifyOnClear: true }, emails: [USER] },
  { machines: ['Press 02', 'Press 01'], alarmTypeId: 1, args: { cycles: 400, scheduled_only: true }, emails: [USER] },
  { machines: ['Mazak 01'], alarmTypeId: 4, args: { minutes: 30 }, emails: [ADMIN] },
  { machines: ['Haas 02', 'Mazak 01'], alarmTypeId: 10, args: { below: 60, shift: 'all' }, emails: [USER] },
]

/** Names of the machines that may have an alarm of the demo, not counting maintenance. */
export const machinesWithAlarms: ReadonlySet<string> = new Set(alarms.flatMap(({ machines }) => machines))

/**
 * Adds alarms and maintenance to the demo plant, in the name of its admin, who gets a phone number for text messages. Does
 * nothing if the admin or the user is missing, or the admin has a phone number already. Alarms without one of their machines are
 * left out.
 */
export async function addAlarms(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  companyId: number,
): Promise<void> {
  const [admin, user] = await Promise.all([findUserByEmail(database, ADMIN), findUserByEmail(database, USER)])
  if (!admin || !user) return
  const userIdOf = new Map([
    [ADMIN, admin.userId],
    [USER, user.userId],
  ])
  await database.inCompany(companyId, async (tx) => {
    const person = await ownMembership(tx, companyId, admin.userId)
    if (person === undefined || person.phone !== null) return
    await updatePerson(tx, admin.userId, { ...person, phone: '+18155550142' })
    const actor = { kind: 'user', userId: admin.userId, role: 'admin', sessionId: 0 } as const
    const ctx: Ctx = { companyId, actor, tx, clock }
    const idOf = new Map((await allEquipment(ctx)).map(({ name, equipmentId }) => [name, equipmentId]))
    for (const alarm of alarms) {
      const equipmentId = alarm.machines.map((name) => idOf.get(name)).find((id) => id !== undefined)
      if (equipmentId === undefined) continue
      const { alarmTypeId, args, more = {}, emails } = alarm
      const alarmId = await createAlarm(ctx, { alarmTypeId, equipmentId, args, ...more })
      const userIds = emails.flatMap((email) => userIdOf.get(email) ?? [])
      await subscribeUsers(ctx, alarmId, { userIds, sendEmail: true, sendSms: false })
      if (emails.length > 1)
        await subscribeUsers(ctx, alarmId, { userIds: [admin.userId], sendEmail: true, sendSms: true })
    }
    await addMaintenance(ctx, admin.userId, idOf)
  })
}
