import { createOrgUnit, removeEquipment } from '@millwatch/contract/http/tree'
import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { connect } from 'mqtt'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { DiskGuard } from '../platform/disk/index.ts'
import { silentLogger } from '../platform/logger.ts'

const GIB = 1024 ** 3
let freeBytes = GIB
const ballast = {
  look: async () => ({ freeBytes, totalBytes: GIB }),
  sizeOn: () => 0,
  isThere: false,
  release: () => undefined,
  make: async () => undefined,
}
const clock = manualClock(0)
const disk = new DiskGuard({ clock, logger: silentLogger, ballast })

const { t, company, token, root, httpUrl, mqttUrl } = await listeningApp({ disk })
const machine = await machineWithDevice(t, token, root)
beforeEach(async () => {
  freeBytes = GIB
  await disk.look()
})

const envelope = (id: string) =>
  JSON.stringify({ batch_id: id, events: [{ t: Date.now(), type: 'cycle', cycle_time: 5 }] })

async function post(id: string) {
  const headers = { authorization: `Device ${machine.uuid}:${machine.key}` }
  const answer = await fetch(`${httpUrl}/v0/ingest`, { method: 'POST', headers, body: envelope(id) })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') }
}
const refused = { status: 503, code: 'storage_full', retryAfter: '15' }
const isStored = async (id: string) =>
  (await t.db.owner.query('select 1 from batch where batch_id = $1', [id])).rows.length === 1

describe('When only the reserve of the disk is left', () => {
  test('devices have to come again, people sign in and delete, and all is served when there is room', async () => {
    freeBytes = 10 * 1024 * 1024
    await disk.look()
    expect(await post('a')).toEqual(refused)
    await t.signIn(company.emailOf('user'))
    const other = await machineWithDevice(t, token, root, 'other')
    await t.ask(removeEquipment, { token, params: { id: other.id } })
    freeBytes = GIB
    await disk.look()
    expect((await post('a')).status).toBe(200)
  })

  test('a message over MQTT is not acknowledged until there is room', async () => {
    freeBytes = 10 * 1024 * 1024
    await disk.look()
    const client = connect(mqttUrl, { username: machine.uuid, password: machine.key, reconnectPeriod: 0 })
    await new Promise((resolve) => client.once('connect', resolve))
    let acknowledged = false
    client.publish(`millwatch/v1/devices/${machine.uuid}/events`, envelope('mqtt'), { qos: 1 }, (error) => {
      acknowledged = !error
    })
    expect(await post('b')).toEqual(refused)
    await client.endAsync(true)
    expect([acknowledged, await isStored('mqtt')]).toEqual([false, false])
  })
})

describe('When the database says that its disk is full', () => {
  test('devices and people get this error only; devices are served once it wrote again', async () => {
    await t.db.owner.query(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await t.db.owner.query(
      'create trigger no_room before insert on batch for each statement execute function no_room()',
    )
    await t.db.owner.query(
      'create trigger no_room before insert on org_unit for each statement execute function no_room()',
    )
    expect(await post('c')).toEqual(refused)
    expect(disk.isFull).toBe(true)
    const unit = await t.call('POST', createOrgUnit.path, { token, body: { name: 'x', parent_id: root } })
    expect(unit).toMatchObject({
      status: 503,
      json: {
        code: 'storage_full',
        error: 'The disk of the server is full. Ask its operator to make room. Try again later',
      },
    })
    await t.db.owner.query('drop trigger no_room on batch')
    await t.db.owner.query('drop trigger no_room on org_unit')
    expect(await post('c')).toEqual(refused)
    clock.advance(5000)
    expect((await post('c')).status).toBe(200)
    expect(disk.isFull).toBe(false)
  })
})
