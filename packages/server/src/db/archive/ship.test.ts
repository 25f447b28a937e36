import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startArchive } from '../../app/archive.ts'
import { archiveMark, archiveNameOf } from '../../platform/db/embedded/archive.ts'
import { createLogger } from '../../platform/logger.ts'
import { archiveFolder, logFolder, logIn } from './layout.ts'
import { isPackedCopy } from './packed-files.ts'
import { waitsSince } from './ship.ts'

const FIRST = '000000010000000000000003'
const NAME = 'aaaaaaaaaaaa'
let top: string
let lines: string[]
const [data, cluster, spool] = [() => join(top, 'data'), () => join(top, 'data/postgres'), () => join(top, 'data/wal')]
const backups = () => join(top, 'backups')
const segment = (name: string, text: string) => writeFileSync(join(spool(), name), text)

/** Copies what waits, once, as a server does before it ends. */
async function ship(isFull = false): Promise<void> {
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  const archive = startArchive({ dataFolder: data(), folder: backups(), logger })
  archive.yieldTo(() => isFull)
  await archive.stop()
}

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-ship-'))
  lines = []
  for (const folder of [cluster(), spool(), backups(), join(cluster(), 'pg_wal/archive_status')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(cluster(), archiveMark), `${NAME}\n`)
})
afterEach(() => rmSync(top, { recursive: true }))

test('Closed segments are copied and removed; files of PostgreSQL that are unfinished stay', async () => {
  segment(FIRST, 'log')
  segment('archtemp', 'half')
  await ship()
  expect(readdirSync(spool())).toEqual(['archtemp'])
  expect(logIn(archiveFolder(backups(), NAME))).toEqual([FIRST])
})

test('A segment that is archived already is removed, and never replaces another one of its name', async () => {
  segment(FIRST, 'log')
  await ship()
  segment(FIRST, 'log')
  await ship()
  expect(readdirSync(spool())).toEqual([])
  expect(archiveNameOf(cluster())).toBe(NAME)

  // The folder of the database was put back to an earlier copy, and continues there.
  segment(FIRST, 'other log')
  await ship()
  const next = archiveNameOf(cluster()) ?? ''
  expect(next).not.toBe(NAME)
  const packed = (name: string) => join(logFolder(archiveFolder(backups(), name)), `${FIRST}.zst`)
  writeFileSync(join(top, 'old'), 'log')
  writeFileSync(join(top, 'new'), 'other log')
  expect(await isPackedCopy(packed(NAME), join(top, 'old'))).toBe(true)
  expect(await isPackedCopy(packed(next), join(top, 'new'))).toBe(true)
  expect(lines.join('')).toContain('a new archive of its log begins')
})

test('Segments wait while the folder is away, and are given up only when the disk of the data is full', async () => {
  rmSync(backups(), { recursive: true })
  writeFileSync(backups(), 'no folder')
  segment(FIRST, 'log')
  await ship()
  expect(existsSync(join(spool(), FIRST))).toBe(true)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('cannot be copied to its archive')
  await ship(true)
  expect(readdirSync(spool())).toEqual([])
  // The log has a gap now, so that another archive begins, with a copy of the database of its own.
  expect(archiveNameOf(cluster())).not.toBe(NAME)
  expect(lines.join('')).toContain('was given up')
})

test('The oldest segment that waits counts, also if PostgreSQL cannot put it into the data folder', () => {
  expect(waitsSince(spool(), cluster())).toBeUndefined()
  const ready = join(cluster(), 'pg_wal/archive_status', `${FIRST}.ready`)
  writeFileSync(ready, '')
  utimesSync(ready, 1000, 1000)
  expect(waitsSince(spool(), cluster())).toBe(1_000_000)
  segment(FIRST, 'log')
  utimesSync(join(spool(), FIRST), 900, 900)
  expect(waitsSince(spool(), cluster())).toBe(900_000)
  expect(readFileSync(join(spool(), FIRST), 'utf8')).toBe('log')
})
