import { type HttpSink, httpSink } from '@millwatch/lab/app/http-sink'
import { type SmtpSink, smtpSink } from '@millwatch/lab/app/smtp-sink'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { NoticeRecipient } from './content.ts'
import { type NoticePlant, noticePlant } from './notices.testing.ts'

/** A mail server, a text message service, and a company with a person who has a phone: new for each test. */
export class DeliveryBench {
  db!: TestDatabase
  smtp!: SmtpSink
  sms!: HttpSink
  plant!: NoticePlant
  /** The person, and the person's two channels. */
  eva = 0
  email: NoticeRecipient = { userId: 0, channel: 'email' }
  phone: NoticeRecipient = { userId: 0, channel: 'sms' }

  async begin(): Promise<void> {
    this.smtp = await smtpSink()
    this.sms = await httpSink()
    this.plant = await noticePlant({ db: this.db, smtpUrl: this.smtp.url, smsUrl: `${this.sms.url}/Messages.json` })
    this.eva = await this.plant.userIdOf('user')
    await this.db.owner.query("update app_user set phone = '+15557770001' where user_id = $1", [this.eva])
    this.email = { userId: this.eva, channel: 'email' }
    this.phone = { userId: this.eva, channel: 'sms' }
  }

  async end(): Promise<void> {
    await this.smtp.close()
    await this.sms.close()
  }

  texts = () => this.sms.received.map(({ body }) => new URLSearchParams(body))

  /** Returns the outcome of each notice, with the reason if it was not sent. */
  outcomes = async (): Promise<string[]> =>
    (await this.plant.rows()).map(({ outcome, reason }) => `${outcome}${reason ? ` ${reason}` : ''}`)

  /** Sets the alert hours of the person, in minutes of the day. */
  hours = (from: number | null, to: number | null) =>
    this.db.owner.query('update membership set alerts_enabled_min = $2, alerts_disabled_min = $3 where user_id = $1', [
      this.eva,
      from,
      to,
    ])
}

/** Returns the bench of a test file, which begins and ends with each of its tests. */
export function deliveryBench(): DeliveryBench {
  const bench = new DeliveryBench()
  beforeAll(async () => {
    bench.db = await testDatabase()
  })
  afterAll(() => bench.db.close())
  beforeEach(async () => {
    await bench.begin()
    return () => bench.end()
  })
  return bench
}
