import { gapAfterAttempt } from '@millwatch/domain/notices'
import { HOUR_MS } from '@millwatch/domain/time'
import { type SmtpSink, smtpSink } from '@millwatch/lab/app/smtp-sink'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../clock.ts'
import { silentLogger } from '../logger.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { enqueueMail } from './enqueue.ts'
import { type Mail, startMail } from './pump.ts'

const from = 'millwatch@plant.example'
let db: TestDatabase
let sink: SmtpSink
let clock: ManualClock
let metrics: Metrics
let pumps: Mail[]

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.owner.query('delete from mail')
  clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
  metrics = createMetrics()
  sink = await smtpSink()
  pumps = []
  return async () => {
    await Promise.all(pumps.map((pump) => pump.stop()))
    await sink.close()
  }
})

function pump({ url = sink.url, isDemo = false, smtp = true, silenceMs = 60_000 } = {}): Mail {
  const made = startMail({
    database: pumps.length === 0 ? db.database : db.open(),
    clock,
    logger: silentLogger,
    metrics: pumps.length === 0 ? metrics : createMetrics(),
    smtp: smtp ? { url, from, silenceMs } : undefined,
    isDemo: async () => isDemo,
  })
  pumps.push(made)
  return made
}

let keys = 0
const put = (mail: { recipient?: string; subject?: string; body?: string; idempotencyKey?: string } = {}) =>
  db.database.inDirectory((tx) =>
    enqueueMail(tx, clock, {
      companyId: null,
      recipient: 'eva@ashworks.example',
      subject: 'A subject',
      body: 'A text\n',
      idempotencyKey: `key ${++keys}`,
      ...mail,
    }),
  )
const rows = async () => (await db.owner.query('select * from mail order by mail_id')).rows
const figure = async (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metrics.text())?.[1])

describe('mail', () => {
  test('goes by SMTP as it was written, once, and its text is not kept', async () => {
    const mail = pump()
    await put({
      subject: 'Grüße aus Zürich',
      body: 'Zeile eins\n\nhttps://millwatch.example/password/reset?resetToken=abc=def\n',
    })
    await mail.settle()
    await mail.settle()
    expect(sink.arrived).toHaveLength(1)
    const [arrived] = sink.arrived
    expect(arrived).toMatchObject({ from, to: ['eva@ashworks.example'] })
    expect(arrived?.headers.get('subject')).toBe('Grüße aus Zürich')
    expect(arrived?.headers.get('from')).toBe('Millwatch <millwatch@plant.example>')
    expect(arrived?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(arrived?.body).toContain('https://millwatch.example/password/reset?resetToken=abc=def')
    expect((await rows())[0]).toMatchObject({ sent_at: clock.now(), body: null, failed_at: null, attempts: 1 })
  })

  test('of one reason is one mail', async () => {
    const mail = pump()
    for (let i = 0; i < 3; i++) await put({ idempotencyKey: 'the same' })
    await mail.settle()
    expect(sink.arrived).toHaveLength(1)
  })

  test('Grafana #71203: goes once where several servers look for it at once', async () => {
    const servers = [pump(), pump(), pump()]
    for (let i = 0; i < 60; i++) await put({ recipient: `p${i}@ashworks.example` })
    await Promise.all(servers.map((server) => server.settle()))
    expect(sink.arrived.map((message) => message.to[0]).sort()).toEqual(
      Array.from({ length: 60 }, (_, i) => `p${i}@ashworks.example`).sort(),
    )
  })

  test('is tried again with growing gaps, and given up after 24 hours, where the operator sees it', async () => {
    const mail = pump()
    sink.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await put()
    const gaps: number[] = []
    for (let at = clock.now(); gaps.length < 40; at = clock.now()) {
      await mail.settle()
      const [row] = await rows()
      if (row.failed_at !== null) break
      gaps.push(Number(row.due_at) - at)
      // A moment earlier there is no attempt.
      clock.set(Number(row.due_at) - 1)
      await mail.settle()
      expect((await rows())[0].attempts).toBe(row.attempts)
      clock.advance(1)
    }
    expect(gaps).toEqual(gaps.map((_, i) => gapAfterAttempt(i + 1)))
    expect(gaps.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
    const [row] = await rows()
    expect(Number(row.failed_at) - Number(row.created_at)).toBeGreaterThanOrEqual(24 * HOUR_MS)
    expect(Number(row.failed_at) - Number(row.created_at)).toBeLessThan(27 * HOUR_MS)
    expect(row.last_error).toContain('451')
    expect(await figure('millwatch_mail_failed')).toBe(1)
    expect(await figure('millwatch_mail_waiting')).toBe(0)
    sink.behave(() => undefined)
    clock.advance(48 * HOUR_MS)
    await mail.settle()
    expect(sink.arrived).toHaveLength(0)
  })

  test('is not given up before its eighth attempt, as the clock of a server may be wrong', async () => {
    const mail = pump()
    sink.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await put()
    for (let attempts = 1; attempts <= 8; attempts++) {
      clock.advance(25 * HOUR_MS)
      await mail.settle()
      expect((await rows())[0]).toMatchObject({ attempts, failed_at: attempts < 8 ? null : clock.now() })
    }
  })

  test('goes when the server is back after hours', async () => {
    const mail = pump()
    sink.behave(() => '421 not now')
    await put()
    for (let i = 0; i < 6; i++) {
      await mail.settle()
      clock.advance(HOUR_MS)
    }
    sink.behave(() => undefined)
    clock.advance(2 * HOUR_MS)
    await mail.settle()
    expect(sink.arrived).toHaveLength(1)
  })

  test('that the server leaves hanging is tried again, and holds up no other', async () => {
    const mail = pump({ silenceMs: 1500 })
    sink.behave((line) => (line.includes('<slow@') ? null : undefined))
    await put({ recipient: 'slow@ashworks.example' })
    for (let i = 0; i < 9; i++) await put({ recipient: `p${i}@ashworks.example` })
    await mail.settle()
    expect(sink.arrived.map((message) => message.to[0]).toSorted()).toEqual(
      Array.from({ length: 9 }, (_, i) => `p${i}@ashworks.example`),
    )
    expect((await rows())[0]).toMatchObject({ sent_at: null, failed_at: null, due_at: clock.now() + 10_000 })
    sink.behave(() => undefined)
    clock.advance(60_000)
    await mail.settle()
    expect(sink.arrived).toHaveLength(10)
  })

  test('under way to a server that says nothing does not hold up a stop', async () => {
    const mail = pump()
    sink.behave((line) => (line.startsWith('RCPT') ? null : undefined))
    await put()
    const hanging = mail.settle().catch(() => undefined)
    await expect.poll(() => sink.connections()).toBe(1)
    const began = performance.now()
    await mail.stop()
    expect(performance.now() - began).toBeLessThan(4000)
    await sink.close()
    await hanging
    sink = await smtpSink()
    // Nothing shows that it was sent; once the lease is over, another server takes it.
    clock.advance(5 * 60_000)
    await pump().settle()
    expect(sink.arrived).toHaveLength(1)
  })

  test('that the server refuses for good is not tried again', async () => {
    const mail = pump()
    sink.behave((line) => (line.startsWith('RCPT') ? '550 no such person' : undefined))
    await put()
    await mail.settle()
    expect((await rows())[0]).toMatchObject({ failed_at: clock.now(), attempts: 1 })
  })

  test('Nodemailer CVE-2025-14874: to an address that parsers read differently never leaves', async () => {
    const mail = pump()
    const hostile = [
      '"eva@evil.example "@plant.example',
      'all: a@x.example, b@x.example;',
      'eva@plant.example\r\nBcc: all@plant.example',
      'Eva <eva@plant.example>',
    ]
    for (const recipient of hostile) await put({ recipient })
    await put()
    await mail.settle()
    expect(sink.arrived.map((message) => message.to)).toEqual([['eva@ashworks.example']])
    expect((await rows()).filter((row) => row.failed_at !== null)).toHaveLength(hostile.length)
  })

  test('Nodemailer CVE-2025-14874, ThingsBoard CVE-2026-9568: whose subject holds lines adds no header, and whose text holds a dot ends nothing', async () => {
    const mail = pump()
    await put({
      subject: 'Press 1\r\nBcc: all@plant.example\r\n\r\nEvil text',
      body: 'one\r\n.\r\nMAIL FROM:<a@b.example>\r\nQUIT\r\n..two\n',
    })
    await mail.settle()
    const [arrived] = sink.arrived
    expect(sink.arrived).toHaveLength(1)
    expect(arrived?.to).toEqual(['eva@ashworks.example'])
    expect(arrived?.headers.has('bcc')).toBe(false)
    expect(arrived?.headers.get('subject')).toBe('Press 1 Bcc: all@plant.example Evil text')
    expect(arrived?.body).toContain('one\r\n.\r\nMAIL FROM:<a@b.example>\r\nQUIT\r\n..two')
  })

  test('has the same id at every try, so that a second copy can be recognized', async () => {
    const mail = pump()
    let ids = 0
    sink.behave((line) => (line === '.' && ids++ === 0 ? '451 taken, but you do not know' : undefined))
    await put({ idempotencyKey: 'one and the same' })
    await mail.settle()
    clock.advance(60_000)
    await mail.settle()
    expect(ids).toBe(2)
    const id = sink.arrived[0]?.headers.get('message-id')
    await db.owner.query('delete from mail')
    await put({ idempotencyKey: 'one and the same' })
    await mail.settle()
    expect(sink.arrived[1]?.headers.get('message-id')).toBe(id)
  })

  test('a server that died with mail in its hands leaves it to another', async () => {
    const mail = pump()
    await put()
    await db.owner.query('update mail set attempts = 1, due_at = $1', [clock.now() + 5 * 60_000])
    await mail.settle()
    expect(sink.arrived).toHaveLength(0)
    clock.advance(5 * 60_000)
    await mail.settle()
    expect(sink.arrived).toHaveLength(1)
  })

  test('waits where no server for it is set, and goes once there is one', async () => {
    await put()
    await pump({ smtp: false }).settle()
    expect((await rows())[0]).toMatchObject({ sent_at: null, attempts: 0 })
    await pump().settle()
    expect(sink.arrived).toHaveLength(1)
  })

  test('is caught in a demo: nothing leaves, and the text is kept', async () => {
    await put({ body: 'To be shown\n' })
    await pump({ smtp: false, isDemo: true }).settle()
    expect((await rows())[0]).toMatchObject({ sent_at: clock.now(), body: 'To be shown\n' })
    expect(sink.connections()).toBe(0)
  })
})
