import { MINUTE_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import type { Flow } from './index.ts'

/** Settings of a test's alarm that have defaults. */
interface AlarmOptions {
  readonly reassertM?: number
  readonly notifyOnClear?: boolean
  /** Subscribers, each by mail and text message. */
  readonly users?: readonly number[]
}

/** Arguments of an alarm that trips at once when the temperature is above 60 °C. */
export const above60 = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }

export interface TripOfTest {
  readonly kind: string
  /** Minutes after the start of the test. */
  readonly from: number
  readonly to: number | null
}

/** A flow with alarms on its machines, and a clock in minutes after its start. */
export class AlarmBench {
  readonly flowBench: FlowBench
  readonly startedAt: number
  #batches = 0

  private constructor(flowBench: FlowBench, startedAt: number) {
    this.flowBench = flowBench
    this.startedAt = startedAt
  }

  static async open(startedAt: number): Promise<AlarmBench> {
    return new AlarmBench(await FlowBench.open(startedAt), startedAt)
  }

  close = () => this.flowBench.close()
  query = <Row>(text: string, values: unknown[] = []) => this.flowBench.query<Row>(text, values)
  /** Returns an instant in minutes after the start. */
  at = (minutes: number): number => this.startedAt + minutes * MINUTE_MS
  /** Returns an event of a cycle that ended so many minutes after the start. */
  cycle = (minutes: number, more: object = {}) => ({ t: this.at(minutes), type: 'cycle', ...more })
  /** Returns an event with a temperature (°C), so many minutes after the start. */
  temperature = (minutes: number, value: number) => ({ t: this.at(minutes), type: 'tlm', temperature_1: value })

  async machine(): Promise<{ id: number; device: TestDevice }> {
    this.flowBench.clock.set(this.startedAt)
    const id = await this.flowBench.machine()
    return { id, device: await this.flowBench.device(id, { from: 0 }) }
  }

  /** Creates a member with a phone. */
  async user(email: string): Promise<number> {
    const [row] = await this.query<{ id: string }>(
      `with made as (insert into app_user (email, first_name, last_name, password_hash, created_at, phone)
          values ($1, 'A', 'B', 'x', 0, '+15550100') returning user_id),
        joined as (insert into membership (company_id, user_id, role, created_at) select $2, user_id, 'user', 0 from made)
        select user_id as id from made`,
      [email, this.flowBench.companyId],
    )
    return Number(row?.id)
  }

  /** Creates an alarm as of now, and evaluates it. */
  async alarm(equipmentId: number, typeId: number, args: object, options: AlarmOptions = {}): Promise<number> {
    const now = this.flowBench.clock.now()
    const { companyId } = this.flowBench
    const [row] = await this.query<{ id: string }>(
      `insert into alarm (company_id, equipment_id, alarm_type_id, args, created_at, updated_at, evaluated_to, base_at, args_from,
          reassert_m, notify_on_clear)
        values ($1, $2, $3, $4, $5, $5, $5, $5, $5, $6, $7) returning alarm_id as id`,
      [companyId, equipmentId, typeId, args, now, options.reassertM ?? null, options.notifyOnClear ?? false],
    )
    const id = Number(row?.id)
    for (const userId of options.users ?? [])
      await this.query(
        `insert into user_alarm (company_id, alarm_id, user_id, send_sms, send_email, created_at) values ($1, $2, $3, true, true, $4)`,
        [companyId, id, userId, now],
      )
    await this.touch(equipmentId, now)
    await this.evaluate()
    return id
  }

  /** Has the alarms of a machine evaluated again from an instant on, as the calls do. */
  touch = (equipmentId: number, from: number) =>
    this.query(
      `insert into alarm_machine as a (company_id, equipment_id, dirty_from) values ($1, $2, $3)
        on conflict (company_id, equipment_id) do update set dirty_from = least(a.dirty_from, $3)`,
      [this.flowBench.companyId, equipmentId, from],
    )

  evaluate = (flow: Flow = this.flowBench.flow) => flow.evaluateAlarms()

  send = (device: TestDevice, events: object[], flow?: Flow) => {
    const { clock } = this.flowBench
    return this.flowBench.send(device, { batch_id: `b-${++this.#batches}`, sent_at: clock.now(), events }, flow)
  }

  /** Has a device send its status every three minutes of a time, and evaluates alarms each time. */
  async say(id: number, device: TestDevice, status: 'running' | 'down', [from, to]: [number, number]): Promise<void> {
    for (let minutes = from; ; minutes = Math.min(minutes + 3, to)) {
      this.flowBench.clock.set(this.at(minutes))
      await this.send(device, [{ t: this.at(minutes), type: 'status', status }])
      await this.goTo(minutes, [id])
      if (minutes === to) return
    }
  }

  /** Moves the clock, computes what time changed on these machines, and evaluates alarms. */
  async goTo(minutes: number, machineIds: readonly number[] = []): Promise<void> {
    this.flowBench.clock.set(this.at(minutes))
    await this.flowBench.flow.ensureCurrent(this.flowBench.companyId, machineIds)
    await this.evaluate()
  }

  trips = (alarmId: number) =>
    this.query<TripOfTest>(
      `select kind, (tripped_at - $2)::float8 / 60000 as "from", (cleared_at - $2)::float8 / 60000 as "to" from alarm_trip
        where alarm_id = $1 order by tripped_at, alarm_trip_id`,
      [alarmId, this.startedAt],
    )

  /** Returns the notices of an alarm to people as texts `EVENT CHANNEL USER_ID`, in the order in which they were stored. */
  async notices(alarmId: number): Promise<string[]> {
    const rows = await this.query<{ text: string }>(
      `select event || ' ' || channel || ' ' || user_id as text from notice where kind = 'alarm' and subject_id = $1
        and user_id is not null order by notice_id`,
      [alarmId],
    )
    return rows.map(({ text }) => text)
  }
}
