import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { foundCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import type { Bench, Measurement } from '../lib/bench.ts'
import { Owner } from '../lib/owner.ts'
import { Service } from '../lib/service.ts'

const PEOPLE = 2000
const PER_ALARM = 20
const PER_PERSON = 5
const NOTICES = PEOPLE * PER_PERSON
const FROM = 'millwatch@plant.example'
/** Number of mails that the yardstick sends at the same time, as many as the server. */
const PARALLEL = 5
const POLL_MS = 100
const MOST_MS = 300_000

/**
 * NOTICES: mails per second to 2,000 people, five each, from the outbox through a local mail server until all are stored as sent,
 * beside bare SMTP.
 */
export const notices: Measurement = async (bench) => {
  const sink = await Service.start<{ smtp: number }>('smtp-service.ts')
  const url = `smtp://127.0.0.1:${sink.ports.smtp}`
  const env = { SMTP_URL: url, MAIL_FROM: FROM, PUBLIC_URL: 'https://millwatch.example' }
  const product = await Product.make({ env })
  const ours: number[] = []
  const yardstick: number[] = []
  try {
    await product.start()
    const company = await foundCompany(product)
    const [machine] = await company.machines(1)
    const owner = await Owner.connect(await product.databaseUrl)
    const companyId = await owner.number('select company_id from company order by 1 limit 1')
    await subscribe(owner, companyId, machine?.equipmentId ?? 0)
    for (let run = 1; run <= bench.runs; run++) {
      ours.push(NOTICES / (await deliver(owner, companyId, run)))
      yardstick.push(NOTICES / (await sendAlone(sink.ports.smtp)))
      say(bench, run, ours, yardstick)
    }
    await owner.close()
  } finally {
    await product.discard()
    sink.close()
  }
  return [
    {
      name: `NOTICES ${NOTICES} mails from the outbox`,
      unit: 'mails/s',
      ours,
      yardstick,
      against: 'as many mails of the same size by bare SMTP, without database and texts',
      goal: { atLeast: 200 },
    },
  ]
}

const say = (bench: Bench, run: number, ours: readonly number[], yardstick: readonly number[]) =>
  bench.say(
    `NOTICES run ${run}: ${ours.at(-1)?.toFixed(0)} mails/s, ${yardstick.at(-1)?.toFixed(0)} by nodemailer alone`,
  )

/** Creates 2,000 people, and alarms to which 20 of them each are subscribed by email. */
async function subscribe(owner: Owner, companyId: number, equipmentId: number): Promise<void> {
  await owner.rows(`select set_config('millwatch.company_id', '${companyId}', false)`)
  await owner.rows(
    `with person as (
        insert into app_user (email, first_name, last_name, password_hash, created_at)
        select 'p' || n || '@plant.example', 'P', n::text, 'x', 1 from generate_series(1, ${PEOPLE}) n returning user_id
      )
      insert into membership (company_id, user_id, role, created_at) select $1, user_id, 'user', 1 from person`,
    [companyId],
  )
  await owner.rows(
    `insert into alarm (company_id, equipment_id, alarm_type_id, args, created_at, updated_at, evaluated_to, base_at, args_from)
      select $1, $2, 4, '{"minutes": 10}', 1, 1, 1, 1, 1 from generate_series(1, ${PEOPLE / PER_ALARM})`,
    [companyId, equipmentId],
  )
  await owner.rows(
    `insert into user_alarm (company_id, alarm_id, user_id, send_sms, send_email, created_at)
      select $1, alarm_id, user_id, false, true, 1
      from (select alarm_id, row_number() over (order by alarm_id) - 1 as a from alarm where company_id = $1) alarms
      join (select user_id, (row_number() over (order by user_id) - 1) / ${PER_ALARM} as a from app_user
        where email like 'p%@plant.example') people using (a)`,
    [companyId],
  )
}

/**
 * Deletes earlier notices, puts all notices of a run into the outbox at once, and returns the seconds until all are stored as
 * sent. Throws an error after 300 s.
 */
async function deliver(owner: Owner, companyId: number, run: number): Promise<number> {
  // Lists of an earlier run must not begin.
  await owner.rows('delete from notice where company_id = $1', [companyId])
  await owner.rows('delete from notice_message where company_id = $1', [companyId])
  const now = Date.now()
  const content = {
    ...{ kind: 'alarm', about: 'tripped', typeId: 4, args: { minutes: 10 }, machine: 'Press 1', units: ['Hall 1'] },
    ...{
      context: { thresholdMs: 300_000, analogUnit: null },
      reassertMin: null,
      zone: 'UTC',
      equipmentId: 1,
      alarmId: 1,
    },
    trip: { trippedAt: now, clearedAt: null, value: { amount: 600_000, since: now - 600_000 } },
  }
  const began = performance.now()
  await owner.rows(
    `insert into notice (company_id, kind, subject_id, topic, event, channel, user_id, content, created_at, due_at)
      select $1, 'alarm', alarm_id, 'run${run}:' || trip, 'tripped', 'email', user_id, $2, $3, $3
      from user_alarm, generate_series(1, ${PER_PERSON}) trip where company_id = $1`,
    [companyId, JSON.stringify(content), now],
  )
  for (;;) {
    const sent = await owner.number("select count(*) from notice where company_id = $1 and outcome = 'sent'", [
      companyId,
    ])
    const tookMs = performance.now() - began
    if (sent === NOTICES) return tookMs / 1000
    if (tookMs > MOST_MS) throw new Error(`Only ${sent} notices were sent within ${MOST_MS} ms`)
    await delay(POLL_MS)
  }
}

/** Sends as many mails of the same size by bare SMTP, over 5 connections. Returns the time in seconds. */
async function sendAlone(port: number): Promise<number> {
  const text = `Subject: Press 1\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(60)}.`
  let left = NOTICES
  const began = performance.now()
  const work = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'data')
    const say = async (line: string) => {
      socket.write(`${line}\r\n`)
      await once(socket, 'data')
    }
    await say('HELO plant.example')
    for (let n = left--; n > 0; n = left--)
      for (const line of [`MAIL FROM:<${FROM}>`, `RCPT TO:<p${n}@plant.example>`, 'DATA', text]) await say(line)
    socket.destroy()
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return (performance.now() - began) / 1000
}
