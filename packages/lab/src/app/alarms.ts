import type { Body } from '@millwatch/contract/endpoint'
import { createAlarm } from '@millwatch/contract/http/alarms'
import { createEquipment } from '@millwatch/contract/http/tree'
import { asSystem, type Ctx } from '@millwatch/server/platform/ctx'
import type { InjectApp } from './inject-app.ts'

interface PlantOfTest {
  readonly companyId: number
  readonly rootOrgUnitId: number
  readonly tokens: { readonly user: string; readonly admin: string; readonly superuser: string }
}

let machines = 0

/**
 * Returns helpers that create machines, alarms and trips in the company of a test, and that run work as the system in that
 * company.
 */
export function alarmsIn(t: InjectApp, { companyId, rootOrgUnitId, tokens }: PlantOfTest) {
  const machine = async (name = `Machine ${++machines}`, parent_id = rootOrgUnitId): Promise<number> =>
    (await t.ask(createEquipment, { token: tokens.admin, body: { name, parent_id } })).equip.id
  return {
    machine,
    /**
     * Creates an alarm of type 4 (machine offline) unless `body` names another type, on a new machine unless `body` names the
     * machine. Returns the answer of the call.
     */
    async alarm(body: Partial<Body<typeof createAlarm>> = {}, token = tokens.user) {
      const equipment_id = body.equipment_id ?? (await machine())
      return t.ask(createAlarm, { token, body: { alarm_type_id: 4, args: {}, ...body, equipment_id } })
    },
    /**
     * Inserts an announced trip of an alarm and returns its id; 0 if the alarm does not exist. Instants are epoch ms; with
     * `clearedAt` null the trip is still open.
     */
    async trip(alarmId: number, trippedAt = t.clock.now(), clearedAt: number | null = null): Promise<number> {
      const { rows } = await t.db.owner.query<{ id: number }>(
        `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, cleared_at, known_at, kind, value, args,
            device_output_config)
          select company_id, alarm_id, equipment_id, $2::bigint, $3, $2, 'announced',
            jsonb_build_object('amount', 600000, 'since', $2::bigint - 600000), args, device_output_config
          from alarm where alarm_id = $1 returning alarm_trip_id::float8 as id`,
        [alarmId, trippedAt, clearedAt],
      )
      return rows[0]?.id ?? 0
    },
    /**
     * Runs `work` in a transaction of the company, with the system as the actor and the clock of the test, and returns its
     * result.
     */
    asSystem: <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
      asSystem({ database: t.db.database, clock: t.clock }, companyId, work),
  }
}
