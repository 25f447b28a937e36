import { HOUR_MS } from '@millwatch/domain/time'
import { testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackupState, writeBackupState } from '../db/backup/backup-state.ts'
import { manualClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { BackupProcess } from './backup-process.ts'
import { startBackups } from './backups.ts'

const NOW = Date.parse('2026-11-04T01:20:00Z')
const schedule = { folder: '/backup', at: { hour: 1, minute: 20 } }
const db = await testDatabase()
afterAll(() => db.close())
beforeEach(() => writeBackupState(db.database, {}))

/** Starts the backups of one server, each of which stores `outcome` and ends with exit code `code`. */
function server(
  outcome: BackupState,
  { code = 0, isScheduled = true, isSent = false, lateMs = 0, storageLateMs = 0 } = {},
) {
  const clock = manualClock(NOW)
  const metrics = createMetrics()
  const lines: string[] = []
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  let made = 0
  const start = (): BackupProcess => {
    made++
    const ended = writeBackupState(db.database, outcome).then(() => ({ code, output: 'the end' }))
    return { ended, kill: () => undefined }
  }
  const backups = startBackups({
    ...{ database: db.database, clock, metrics, logger, start },
    schedule: isScheduled ? { ...schedule, isSent } : undefined,
    archive: {
      ...{ lateMs: () => lateMs, storageLateMs: () => storageLateMs },
      ...{ needsCopy: () => false, needsSending: () => false, yieldTo() {}, stop: async () => undefined },
    },
  })
  const metricOf = async (name: string) => new RegExp(`^millwatch_${name} (.*)$`, 'm').exec(await metrics.text())?.[1]
  return { ...{ clock, lines, backups, metricOf }, made: () => made }
}

describe('a server with a folder for backups', () => {
  test('makes one when it is due, once, and shows its age', async () => {
    const outcome = { takenAt: NOW, bytes: 4096, trial: { at: NOW - 24 * HOUR_MS, isGood: true, text: '' } }
    const { clock, backups, made, metricOf, lines } = server(outcome)
    expect(await metricOf('backup_age_seconds')).toBe('+Inf')
    await backups.look()
    clock.advance(HOUR_MS)
    await backups.look()
    expect(made()).toBe(1)
    expect(lines.join('')).toContain('A backup was made and checked')
    const shown = ['scheduled', 'age_seconds', 'bytes', 'failed', 'trial_age_seconds', 'trial_failed']
    expect(await Promise.all(shown.map((name) => metricOf(`backup_${name}`)))).toEqual([
      ...['1', '3600', '4096', '0', '90000', '0'],
    ])
    clock.advance(24 * HOUR_MS)
    await backups.look()
    expect(made()).toBe(2)
    await backups.stop()
  })

  test('says that one failed, and tries again after an hour', async () => {
    const { clock, backups, made, metricOf, lines } = server({ failure: { at: NOW, text: 'No room' } }, { code: 1 })
    await backups.look()
    expect(lines.join('')).toMatch(/"text":"No room".*A backup failed/)
    expect(await metricOf('backup_failed')).toBe('1')
    expect(backups.warning()).toMatch(/^The last backup failed\. .*`millwatch backup status`/)
    clock.advance(HOUR_MS - 1)
    await backups.look()
    expect(made()).toBe(1)
    clock.advance(1)
    await backups.look()
    expect(made()).toBe(2)
    await backups.stop()
  })

  test('says that the process failed and could store nothing, and waits ten minutes', async () => {
    const { clock, backups, made, lines } = server({}, { code: 1 })
    await backups.look()
    expect(lines.join('')).toMatch(/"output":"the end".*The process that makes the backups failed/)
    await backups.look()
    expect(made()).toBe(1)
    clock.advance(HOUR_MS / 6)
    await backups.look()
    expect(made()).toBe(2)
    await backups.stop()
  })
})

test('A server sends what was not sent yet to the storage, without another backup being due', async () => {
  const taken = { takenAt: NOW, trial: { at: NOW, isGood: true, text: '' } }
  const { backups, made, metricOf } = server(
    { ...taken, sent: { takenAt: NOW, name: 'x', bytes: 1 } },
    { isSent: true },
  )
  await writeBackupState(db.database, taken)
  await backups.look()
  expect(made()).toBe(1)
  expect(await metricOf('backup_storage_scheduled')).toBe('1')
  expect(await metricOf('backup_storage_age_seconds')).toBe('0')
  expect(backups.warning()).toBeUndefined()
  await backups.look()
  expect(made()).toBe(1)
  await backups.stop()
})

test('A server warns of a trial restore that failed, and of a log that does not come to its archive', async () => {
  const bad = server({ takenAt: NOW, trial: { at: NOW, isGood: false, text: 'I2' } })
  await bad.backups.look()
  expect(bad.backups.warning()).toMatch(/^The last trial restore of a backup failed\./)
  await bad.backups.stop()
  await writeBackupState(db.database, {})
  const [late, early] = [server({}, { lateMs: 120_001 }), server({}, { lateMs: 119_000 })]
  expect(late.backups.warning()).toMatch(/^The log of the database does not come to its archive\./)
  expect(early.backups.warning()).toBeUndefined()
  const unsent = server({}, { storageLateMs: 120_001 })
  expect(unsent.backups.warning()).toMatch(/^The log of the database does not come to the storage\./)
  expect(await unsent.metricOf('backup_log_storage_late_seconds')).toBe('120.001')
  await unsent.backups.stop()
  await late.backups.stop()
  await early.backups.stop()
})

test('A server that has just started shows the outcome that is stored', async () => {
  await writeBackupState(db.database, { takenAt: NOW - HOUR_MS, failure: { at: NOW, text: 'No room' } })
  const { backups, metricOf } = server({})
  await expect.poll(() => metricOf('backup_age_seconds')).toBe('3600')
  expect(backups.warning()).toMatch(/^The last backup failed\./)
  await backups.stop()
})

test('A server without a folder makes none, and shows those of others', async () => {
  await writeBackupState(db.database, { takenAt: NOW - HOUR_MS })
  const { backups, made, metricOf } = server({}, { isScheduled: false })
  await backups.look()
  expect(made()).toBe(0)
  expect([await metricOf('backup_scheduled'), await metricOf('backup_age_seconds')]).toEqual(['0', '3600'])
  await backups.stop()
})
