import { connect as connectTcp } from 'node:net'
import { getEquipment } from '@millwatch/contract/http/tree'
import { DEFAULT_QUARANTINE_QUOTA, MAX_RAW_BYTES } from '@millwatch/domain/devices'
import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { connect } from 'mqtt'
import { describe, expect, test } from 'vitest'

const MESSAGE_BYTES = 1024 * 1024
const MESSAGES = 452
const { t, token, root, httpUrl, mqttUrl } = await listeningApp()
const noisy = await machineWithDevice(t, token, root, 'noisy')
const quiet = await machineWithDevice(t, token, root, 'quiet')
type Machine = typeof noisy

/** Returns a readable envelope with one unreadable event, just under the size limit of a message. */
function junk(id: string): string {
  const head = `{"batch_id":"${id}","events":["`
  return `${head}${'x'.repeat(MESSAGE_BYTES - head.length - 3)}"]}`
}

async function post({ uuid, key }: Machine, body: string) {
  const headers = { 'content-type': 'application/json', authorization: `Device ${uuid}:${key}` }
  const answer = await fetch(`${httpUrl}/v0/ingest`, { method: 'POST', headers, body })
  const { code, quarantined } = (await answer.json()) as { code?: string; quarantined?: number }
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), code, quarantined }
}

const cycleBatch = (id: string) =>
  JSON.stringify({ batch_id: id, events: [{ t: Date.now(), type: 'cycle', cycle_time: 5 }] })

async function account(machine: Machine) {
  const { equip } = await t.ask(getEquipment, { token, params: { id: machine.id }, query: {} })
  return equip.Devices[0]
}

describe('A device that floods its server with messages of 1 MiB of junk', () => {
  test('is refused with 429 at its allowance, its page says so, and little of it is kept', async () => {
    const answers: Awaited<ReturnType<typeof post>>[] = []
    for (let i = 0; i < MESSAGES; i++) {
      answers.push(await post(noisy, junk(`flood-${i}`)))
      if (i % 50 === 0) expect((await post(quiet, cycleBatch(`quiet-${i}`))).status).toBe(200)
    }
    const taken = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect(taken.length).toBeGreaterThanOrEqual(16)
    expect(taken.length).toBeLessThan(40)
    expect(refused).toHaveLength(MESSAGES - taken.length)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['device_too_many_bytes']))
    expect(refused.every(({ retryAfter }) => retryAfter >= 1)).toBe(true)
    const { rows } = await t.db.owner.query(
      `select count(*)::int as rows, max(octet_length(raw)) as longest, sum(octet_length(raw))::int as bytes, min(original_bytes) as original,
        bool_and(octet_length(sha256) = 32) as hashed from quarantine`,
    )
    expect(rows[0]).toMatchObject({ rows: taken.length, longest: MAX_RAW_BYTES, hashed: true })
    expect(rows[0].bytes).toBeLessThan(DEFAULT_QUARANTINE_QUOTA.device.junk)
    expect(rows[0].original).toBeGreaterThan(MESSAGE_BYTES - 100)
    await expect
      .poll(async () => (await account(noisy))?.refused?.reason, { timeout: 20_000 })
      .toBe('It sends more bytes than its allowance of 128 KiB a second')
    expect(await account(noisy)).toMatchObject({ quarantined: taken.length, discarded: 0 })
  }, 240_000)

  test('over MQTT is not acknowledged while it is over its allowance', async () => {
    const client = connect(mqttUrl, { username: noisy.uuid, password: noisy.key, reconnectPeriod: 0 })
    await new Promise((resolve) => client.once('connect', resolve))
    for (let i = 0, status = 200; status === 200; i++) status = (await post(noisy, junk(`last-${i}`))).status
    let acknowledged = false
    client.publish(`millwatch/v1/devices/${noisy.uuid}/events`, junk('over-mqtt'), { qos: 1 }, (error) => {
      acknowledged = error === undefined || error === null
    })
    expect((await post(noisy, junk('over-http'))).status).toBe(429)
    await client.endAsync(true)
    expect(acknowledged).toBe(false)
    const { rows } = await t.db.owner.query("select 1 from batch where batch_id = 'over-mqtt'")
    expect(rows).toEqual([])
  })

  test('is refused before its message is read', async () => {
    for (let i = 0, status = 200; status === 200; i++) status = (await post(noisy, junk(`early-${i}`))).status
    const { port } = new URL(httpUrl)
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connectTcp(Number(port), '127.0.0.1', () => {
        const head = ['POST /v0/ingest HTTP/1.1', 'Host: localhost', `Authorization: Device ${noisy.uuid}:${noisy.key}`]
        // Nothing of the body follows.
        socket.write(`${[...head, `Content-Length: ${MESSAGE_BYTES}`].join('\r\n')}\r\n\r\n`)
      })
      socket.setTimeout(10_000, () => socket.destroy(new Error('Nothing was answered')))
      socket.once('data', (data) => {
        resolve(data.toString())
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 429 /)
  })

  test('is still refused with 413 for a message over 1 MiB', async () => {
    expect(await post(noisy, `${junk('too-large')}    `)).toMatchObject({ status: 413, code: 'payload_too_large' })
  })
})
