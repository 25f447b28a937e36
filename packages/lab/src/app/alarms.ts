import type { Body } from '@millwatch/contract/endpoint'
import { createAlarm } from '@millwatch/contract/http/alarms'
import { createEquipment } from '@millwatch/contract/http/tree'
import type { Ctx } from '@millwatch/server/platform/ctx'
import type { InjectApp } from './inject-app.ts'

interface PlantOfTest {
  readonly companyId: number
  readonly rootOrgUnitId: number
  readonly tokens: { readonly user: string; readonly admin: string; readonly superuser: string }
}

let machines = 0

/** Functions that make machines, alarms and trips in a company of a test. */
export function alarmsIn(t: InjectApp, { companyId, rootOrgUnitId, tokens }: PlantOfTest) {
  const machine = async (name = `Machine ${++machines}`, parent_id = rootOrgUnitId): Promise<number> =>
    (await t.ask(createEquipment, { token: tokens.admin, body: { name, parent_id } })).equip.id
  return {
    machine,
    /** Creates an alarm that trips when a machine is offline, unless `body` names another type; on a new machine by default. */
    async alarm(body: Partial<Body<typeof createAlarm>> = {}, token = tokens.user) {
      const equipment_id = body.equipment_id ?? (await machine())
      return t.ask(createAlarm, { token, body: { alarm_type_id: 4, args: {}, ...body, equipment_id } })
    },
    /** Stores a trip as the evaluation does; without `clearedAt` it lasts. Instants are epoch ms. Returns its id. */
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
    /** Runs work as the program itself, in a transaction of the company. */
    asSystem: <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
      t.db.database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock: t.clock })),
  }
}
