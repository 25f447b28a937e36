import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@millwatch/domain/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restorableOf } from '../db/archive/choose-copy.ts'
import { type CopyHead, copiesBelow, logIn, logOf, segmentAfter } from '../db/archive/layout.ts'
import { packFile } from '../db/archive/packed-files.ts'
import { unpackCopy } from '../db/archive/unpack-copy.ts'
import { boundClock } from '../platform/bound-clock.ts'
import { systemClock } from '../platform/clock.ts'
import { followLog } from '../platform/db/embedded/server-process.ts'
import { silentLogger } from '../platform/logger.ts'
import { lastCommit, restoreTo } from './restore-to.ts'

const segmentAt = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`
const NOW = Date.parse('2026-11-04T06:00:00Z')
const restorableIn = (folder: string) => restorableOf(copiesBelow(folder), logIn)
let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-copies-'))
})
afterEach(() => rmSync(top, { recursive: true }))

const FILES = { PG_VERSION: '18', 'base/1/1259': 'rows' }

/** Makes an archive with one copy of so many minutes after `NOW`, from segment 3 to 4, and these segments. */
async function archive(name: string, minute: number, segments: readonly number[], head: Partial<CopyHead> = {}) {
  const folder = join(top, `continuous-${name}`)
  const copy = join(folder, `copy-2026-11-04T06-${String(minute).padStart(2, '0')}-00Z`)
  mkdirSync(join(copy, 'base/1'), { recursive: true })
  mkdirSync(join(folder, 'log'), { recursive: true })
  const source = join(top, 'source')
  for (const [path, text] of Object.entries(FILES)) {
    writeFileSync(source, text)
    await packFile(source, join(copy, `${path}.zst`))
  }
  for (const number of segments) {
    writeFileSync(source, `log ${number}`)
    await packFile(source, join(folder, 'log', `${segmentAt(number)}.zst`))
  }
  const whole: CopyHead = {
    ...{ program: '1', label: 'label', completeAt: NOW + minute * MINUTE_MS, system: '7' },
    ...{ firstSegment: segmentAt(3), lastSegment: segmentAt(4) },
    ...head,
  }
  writeFileSync(join(copy, 'copy.json'), JSON.stringify(whole))
  return folder
}

const refusal = (to: number, from = top) =>
  restoreTo(
    {
      config: { dataFolder: join(top, 'data'), databaseUrl: undefined },
      ...{ clock: boundClock(systemClock), logger: silentLogger, progress: () => undefined },
    },
    { from, to },
  ).then(
    () => 'restored',
    (error: Error) => error.message,
  )

test('Segments follow each other, 256 to each part of their name', () => {
  expect(segmentAfter('000000010000000000000003')).toBe('000000010000000000000004')
  expect(segmentAfter('0000000100000000000000FF')).toBe('000000010000000100000000')
})

test('The log of a copy ends at the first segment that is missing', () => {
  const names = [2, 3, 4, 6, 7].map(segmentAt)
  const firstSegment = segmentAt(3)
  expect(logOf({ firstSegment }, names)).toEqual({ segments: [3, 4].map(segmentAt), missing: segmentAt(5) })
  expect(logOf({ firstSegment }, names.slice(0, 3))).toEqual({ segments: [3, 4].map(segmentAt), missing: undefined })
  expect(logOf({ firstSegment: segmentAt(8) }, names)).toEqual({ segments: [], missing: undefined })
})

test('A copy whose log did not come as far as its end is not restored: the one before it is', async () => {
  await archive('aaaaaaaaaaaa', 0, [3, 4, 5])
  await archive('bbbbbbbbbbbb', 5, [3])
  expect(restorableIn(top).map(({ copy }) => copy.completeAt)).toEqual([NOW])
  expect(await refusal(NOW - 1)).toBe(`The first instant that can be restored from ${top} is 2026-11-04T06:00:00.000Z.`)
})

test('Archives of several databases are refused together; one of them can be named', async () => {
  const [ours, theirs] = [
    await archive('aaaaaaaaaaaa', 0, [3, 4]),
    await archive('bbbbbbbbbbbb', 1, [3, 4], { system: '8' }),
  ]
  expect(await refusal(NOW)).toBe(`${top} has archives of several databases. Name one of them: ${ours}, ${theirs}`)
  expect(restorableIn(theirs).map(({ copy }) => copy.archive)).toEqual([theirs])
  expect(await refusal(NOW, theirs)).toContain(`The first instant that can be restored from ${theirs}`)
  expect(await refusal(NOW, join(top, 'nowhere'))).toContain('There is no copy of a database in')
})

test('A copy is unpacked with its log; what is damaged or missing after its end is a gap, before it an error', async () => {
  const folder = await archive('aaaaaaaaaaaa', 0, [3, 4, 5, 7])
  const unpack = async (name: string) => {
    const [restorable] = restorableIn(top)
    return restorable && unpackCopy(restorable, join(top, name))
  }
  expect(await unpack('whole')).toContain(`${segmentAt(6)}.zst is missing`)
  expect(readdirSync(join(top, 'whole'), { recursive: true }).sort()).toEqual(
    [
      ...['PG_VERSION', 'backup_label', 'base', 'base/1', 'base/1/1259', 'pg_wal', 'recovery.signal'],
      ...[3, 4, 5].map((number) => `pg_wal/${segmentAt(number)}`),
    ].sort(),
  )
  writeFileSync(join(folder, 'log', `${segmentAt(5)}.zst`), 'damaged')
  expect(await unpack('damaged')).toContain(`${segmentAt(5)}.zst is damaged`)
  expect(readdirSync(join(top, 'damaged/pg_wal'))).toEqual([3, 4].map(segmentAt))
  writeFileSync(join(folder, 'log', `${segmentAt(4)}.zst`), 'damaged')
  await expect(unpack('none')).rejects.toThrow()
  expect(readdirSync(top).filter((name) => name.startsWith('none'))).toEqual([])
})

test.each([
  ['2026-11-29 13:30:13.29398+00', '2026-11-29T13:30:13.293Z'],
  ['2026-11-29 13:30:13+05:30', '2026-11-29T08:00:13Z'],
  ['2026-11-29 07:30:13.5-06', '2026-11-29T13:30:13.5Z'],
])('The log says that the last commit was at %s', (written, instant) => {
  const line = (text: string) => `2026-11-29 13:31:00.000 UTC [7] LOG:  ${text}\n`
  const log = `${line('last completed transaction was at log time 2026-11-28 00:00:00+00')}${line(
    `last completed transaction was at log time ${written}`,
  )}${line('recovery ended before configured recovery target was reached')}`
  expect(lastCommit(log)).toBe(Date.parse(instant))
  expect(lastCommit(line('redo done'))).toBeUndefined()
})

test('The log of a restore is without that of a restore before it in the same folder', () => {
  const path = join(top, 'postgres.log')
  const first = followLog(path)
  expect(first()).toBe('')
  writeFileSync(path, 'last completed transaction was at log time 2026-11-28 00:00:00+00\n')
  expect(lastCommit(first())).toBe(Date.parse('2026-11-28T00:00:00Z'))
  const second = followLog(path)
  appendFileSync(path, 'redo done\n')
  expect(second()).toBe('redo done\n')
  renameSync(path, `${path}.old`)
  writeFileSync(path, 'starting\n')
  expect(second()).toBe('starting\n')
})
