import { testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackupState, writeBackupState } from '../db/backup/backup-state.ts'
import { manualClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { BackupProcess } from './backup-process.ts'
import { startBackups } from './backups.ts'

const NOW = Date.parse('2026-11-04T01:20:00Z')
const HOUR_MS = 3_600_000
const schedule = { folder: '/backup', at: { hour: 1, minute: 20 } }
const db = await testDatabase()
afterAll(() => db.close())
beforeEach(() => writeBackupState(db.database, {}))

/** Starts the backups of one server, each of which stores `outcome` and ends with exit code `code`. */
function server(outcome: BackupState, { code = 0, isScheduled = true } = {}) {
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
    schedule: isScheduled ? schedule : undefined,
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

test('A server without a folder makes none, and shows those of others', async () => {
  await writeBackupState(db.database, { takenAt: NOW - HOUR_MS })
  const { backups, made, metricOf } = server({}, { isScheduled: false })
  await backups.look()
  expect(made()).toBe(0)
  expect([await metricOf('backup_scheduled'), await metricOf('backup_age_seconds')]).toEqual(['0', '3600'])
  await backups.stop()
})
