import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { DirectoryDevice } from '../modules/devices/index.ts'
import { manualClock } from '../platform/clock.ts'
import { DiskGuard } from '../platform/disk/index.ts'
import { createLogger, silentLogger } from '../platform/logger.ts'
import { noteStrangers } from './note-strangers.ts'
import { Receiver } from './receive.ts'

const UUID = '6f1c8a52-0a58-4a0e-9d0c-3c1f0f3b7c11'
const hash = (key: string) => Buffer.from(key.padEnd(32))

function receiverWith(changes: Partial<DirectoryDevice>) {
  const lines: { deviceUuid: string; reason: string; omitted: number }[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const clock = manualClock(0)
  const device: DirectoryDevice = {
    ...{ deviceUuid: UUID, companyId: 1, deviceId: 1, keyHash: hash('right'), active: true },
    ...{ previousKeyHash: hash('earlier'), previousKeyUntil: -1, ...changes },
  }
  const receiver = new Receiver({
    clock,
    findDevices: async (uuids) => new Map(uuids.filter((uuid) => uuid === UUID).map((uuid) => [uuid, device])),
    hashesOf: (key) => [hash(key)],
    submit: () => Promise.reject(new Error('Nothing is sent')),
    refuse: () => undefined,
    refuseStranger: noteStrangers(clock, createLogger({ destination })),
    disk: new DiskGuard({ clock, logger: silentLogger }),
  })
  const enter = async (uuid: string, key: string) => {
    await expect(receiver.authenticate(uuid, key)).rejects.toThrow()
    return lines.splice(0).map(({ deviceUuid, reason, omitted }) => ({ deviceUuid, reason, omitted }))
  }
  return { clock, enter }
}

test('A device that is refused gets one line a minute, with the reason that its answer does not give', async () => {
  const { clock, enter } = receiverWith({})
  const wrong = { deviceUuid: UUID, reason: 'wrong key', omitted: 0 }
  expect(await enter(UUID.toUpperCase(), 'wrnog')).toEqual([wrong])
  for (let i = 0; i < 20; i++) expect(await enter(UUID, 'wrnog')).toEqual([])
  const other = UUID.replace('6f', '7f')
  expect(await enter(other, 'right')).toEqual([{ deviceUuid: other, reason: 'unknown uuid', omitted: 0 }])
  clock.advance(60_000)
  expect(await enter(UUID, 'earlier')).toEqual([{ deviceUuid: UUID, reason: 'expired key', omitted: 20 }])
})

test('The line says that a device is inactive, and never repeats a name that may be a key', async () => {
  const { enter } = receiverWith({ active: false })
  expect((await enter(UUID, 'right')).map(({ reason }) => reason)).toEqual(['inactive device'])
  expect((await enter('s3cret-key', 'right')).map(({ deviceUuid }) => deviceUuid)).toEqual(['not a uuid'])
})
