import { randomUUID } from 'node:crypto'
import type { EnvelopeShape } from '@millwatch/contract/devices'
import type { InputSetup } from '@millwatch/domain/devices'
import type { Interval } from '@millwatch/domain/status'
import { changeSettings } from '@millwatch/domain/tree'
import { createFlow, type Flow } from '@millwatch/server/flow/index'
import { type ReplaySizes, usualSizes } from '@millwatch/server/flow/replay'
import { requestRecompute } from '@millwatch/server/modules/status/index'
import { settingsOver } from '@millwatch/server/modules/tree/index'
import { manualClock } from '@millwatch/server/platform/clock'
import { asSystem, type Ctx } from '@millwatch/server/platform/ctx'
import type { Database } from '@millwatch/server/platform/db/index'
import { silentLogger } from '@millwatch/server/platform/logger'
import { httpMessage } from '@millwatch/server/sources/http/ingest'
import { type TestDatabase, testDatabase } from '../database/database.ts'

/** Device of a test: its id in the database, and the uuid and key with which it sends. */
export interface TestDevice {
  readonly deviceId: number
  readonly uuid: string
  readonly key: string
}

/**
 * Message flow on a real test database with one company and one unit, helpers to create machines and devices, and a clock that
 * the test sets.
 */
export class FlowBench {
  readonly clock: ReturnType<typeof manualClock>
  readonly test: TestDatabase
  readonly flow: Flow
  readonly sizes: ReplaySizes
  companyId = 0
  unitId = 0

  private constructor(test: TestDatabase, clock: ReturnType<typeof manualClock>, sizes: ReplaySizes) {
    this.sizes = sizes
    this.test = test
    this.clock = clock
    this.flow = this.anotherServer(test.database)
  }

  static async open(now: number, sizes: ReplaySizes = usualSizes): Promise<FlowBench> {
    const bench = new FlowBench(await testDatabase(), manualClock(now), sizes)
    bench.companyId = await bench.#one(
      "insert into company (name, created_at) values ('Test', 0) returning company_id as id",
      [],
    )
    bench.unitId = await bench.#one(
      "insert into org_unit (company_id, org_unit_type_id, name, created_at) values ($1, 1, 'Test', 0) returning org_unit_id as id",
      [bench.companyId],
    )
    return bench
  }

  /**
   * Creates another flow on the same data, as a second server process would. It has its own connection unless `database` is
   * given.
   */
  anotherServer(database: Database = this.test.open(), sizes: ReplaySizes = this.sizes): Flow {
    return createFlow({
      database,
      clock: this.clock,
      sizes,
      logger: silentLogger,
      hashKey: (key) => Buffer.from(key.padEnd(32).slice(0, 32)),
    })
  }

  async machine(): Promise<number> {
    const id = await this.#one(
      'insert into equipment (company_id, parent_org_unit_id, name, created_at) values ($1, $2, $3, 0) returning equipment_id as id',
      [this.companyId, this.unitId, randomUUID()],
    )
    await this.test.owner.query(
      'insert into equipment_setting (company_id, equipment_id, valid_from, parent_org_unit_id, active) values ($1, $2, 0, $3, true)',
      [this.companyId, id, this.unitId],
    )
    return id
  }

  /**
   * Creates a device and returns it. Assigns it to the machine from `from` (epoch ms, inclusive) on, as its primary device unless
   * `primary` is false; with a null machine it stays unassigned.
   */
  async device(equipmentId: number | null, { from = this.clock.now(), primary = true } = {}): Promise<TestDevice> {
    const uuid = randomUUID()
    const key = randomUUID().slice(0, 32)
    const deviceId = await this.#one(
      'insert into device (company_id, device_uuid, device_type_id, active, created_at) values ($1, $2, 1, true, 0) returning device_id as id',
      [this.companyId, uuid],
    )
    await this.test.owner.query('insert into device_setting (company_id, device_id, valid_from) values ($1, $2, 0)', [
      this.companyId,
      deviceId,
    ])
    await this.test.owner.query('insert into device_directory values ($1, $2, $3, $4, true)', [
      uuid,
      this.companyId,
      deviceId,
      Buffer.from(key.padEnd(32).slice(0, 32)),
    ])
    if (equipmentId !== null) await this.assign(deviceId, equipmentId, from, primary)
    return { deviceId, uuid, key }
  }

  async assign(deviceId: number, equipmentId: number, from: number, primary: boolean): Promise<void> {
    await this.test.owner.query(
      'insert into device_assignment (company_id, device_id, equipment_id, is_primary, valid_from) values ($1, $2, $3, $4, $5)',
      [this.companyId, deviceId, equipmentId, primary, from],
    )
  }

  /**
   * Sets the source or the maximum cycle time (ms) of a machine from the instant `from` (epoch ms) on, and requests that its
   * status is computed again from there on. Fields that `change` leaves out stay as they are.
   */
  async changeMachine(
    equipmentId: number,
    from: number,
    change: { maximumCycleMs?: number | null; source?: 'inputs' | 'cycles' | 'status' | null },
  ): Promise<void> {
    await this.inCompany(async (ctx) => {
      const history = (await settingsOver(ctx, [equipmentId])).get(equipmentId) ?? []
      const changed = changeSettings(history, from, change)
      await this.test.owner.query('delete from equipment_setting where equipment_id = $1', [equipmentId])
      for (const setting of changed) {
        await this.test.owner.query(
          `insert into equipment_setting (company_id, equipment_id, valid_from, parent_org_unit_id, active, maximum_cycle_ms, source)
            values ($1, $2, $3, $4, true, $5, $6)`,
          [this.companyId, equipmentId, setting.from, this.unitId, setting.maximumCycleMs, setting.source],
        )
      }
      await requestRecompute(ctx, equipmentId, from, 'changed_setting')
    })
  }

  /**
   * Sets the input set-up of a device from the instant `from` (epoch ms) on, null for none, and requests that the status of the
   * machine is computed again from there on.
   */
  async changeSetup(
    equipmentId: number,
    { deviceId }: TestDevice,
    from: number,
    setup: InputSetup | null,
  ): Promise<void> {
    await this.test.owner.query(
      `insert into device_setting (company_id, device_id, valid_from, input_setup) values ($1, $2, $3, $4)
        on conflict (company_id, device_id, valid_from) do update set input_setup = excluded.input_setup`,
      [this.companyId, deviceId, from, setup === null ? null : JSON.stringify(setup)],
    )
    await this.inCompany((ctx) => requestRecompute(ctx, equipmentId, from, 'changed_device'))
  }

  load(device: TestDevice, envelope: EnvelopeShape, flow: Flow = this.flow) {
    return flow.load(this.companyId, [{ deviceId: device.deviceId, envelope }]).then(([receipt]) => receipt)
  }

  send(device: TestDevice, envelope: unknown, flow: Flow = this.flow) {
    const body = Buffer.from(typeof envelope === 'string' ? envelope : JSON.stringify(envelope))
    return flow.receive(httpMessage({ deviceUuid: device.uuid, key: device.key }, body, '127.0.0.1'))
  }

  /** Runs work in one transaction of the company, with the program as the actor. */
  inCompany<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return asSystem({ database: this.test.database, clock: this.clock }, this.companyId, work)
  }

  async intervals(equipmentId: number): Promise<Interval[]> {
    const { rows } = await this.test.owner.query(
      `select status_id as status, started_at::float8 as "startedAt", ended_at::float8 as "endedAt" from status_interval
        where equipment_id = $1 order by started_at`,
      [equipmentId],
    )
    return rows
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.test.owner.query(text, values)).rows
  }

  async close(): Promise<void> {
    await this.flow.stop()
    await this.test.close()
  }

  async #one(text: string, values: unknown[]): Promise<number> {
    return Number((await this.test.owner.query(text, values)).rows[0].id)
  }
}
