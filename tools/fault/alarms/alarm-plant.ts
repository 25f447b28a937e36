import { asOwner } from '@millwatch/lab/load/owner'
import type { Company, MadeMachine } from '@millwatch/lab/product/company'
import type { Site } from '../base/site.ts'

/** Person who subscribed to an alarm by mail and by text message, with both addresses. */
export interface Subscriber {
  readonly userId: number
  readonly email: string
  readonly phone: string
}

/** Machine with its device, an alarm on its temperature, and the people who are notified of it. */
export interface AlarmedMachine extends MadeMachine {
  readonly alarmId: number
  readonly people: readonly Subscriber[]
}

const PEOPLE_OF_ALARM = 2
/** Temperature in °C above which each alarm trips. */
export const LIMIT = 60

/**
 * Creates `count` machines, each with an alarm on its temperature and two people subscribed to it, and a webhook of the company
 * to which all notices go. Returns the machines.
 */
export async function makeAlarmPlant(site: Site, count: number, webhookUrl: string): Promise<AlarmedMachine[]> {
  const { company } = site
  await company.call('POST', '/v0/webhooks', { name: 'All notices', url: webhookUrl })
  const machines = await company.machines(count)
  const people = await makePeople(site.databaseUrl, count * PEOPLE_OF_ALARM)
  const made: AlarmedMachine[] = []
  for (const [i, machine] of machines.entries()) {
    const subscribers = people.slice(i * PEOPLE_OF_ALARM, (i + 1) * PEOPLE_OF_ALARM)
    made.push({ ...machine, people: subscribers, alarmId: await makeAlarm(company, machine, subscribers) })
  }
  return made
}

async function makeAlarm(company: Company, machine: MadeMachine, people: readonly Subscriber[]): Promise<number> {
  const args = { what: 'temperature', direction: 'above', value: LIMIT, minutes: 0 }
  const wanted = { alarm_type_id: 8, equipment_id: machine.equipmentId, args, notify_on_clear: true }
  const { alarm } = await company.call<{ alarm: { id: number } }>('POST', '/v0/alarms', wanted)
  const subscription = { user_ids: people.map(({ userId }) => userId), subscribe_sms: true, subscribe_email: true }
  await company.call('POST', `/v0/alarms/${alarm.id}/multisub`, subscription)
  return alarm.id
}

/** Inserts `count` members of the company without a password, who only get notices, and returns them. */
function makePeople(databaseUrl: string, count: number): Promise<Subscriber[]> {
  return asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<Subscriber>(
      `with made as (
          insert into app_user (email, first_name, last_name, password_hash, created_at, phone)
          select 'person-' || n || '@plant.example', 'Person', n::text, 'x', 0, '+1555' || (1000000 + n)
          from generate_series(1, $1::int) n returning user_id, email, phone
        ), joined as (
          insert into membership (company_id, user_id, role, created_at)
          select (select company_id from device_directory limit 1), user_id, 'user', 0 from made
        )
        select user_id::int as "userId", email, phone from made order by user_id`,
      [count],
    )
    return rows
  })
}
