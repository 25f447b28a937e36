import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { StorageFull } from '../errors.ts'
import { silentLogger } from '../logger.ts'
import { Ballast, DiskGuard, type DiskReserve, readReserve, reserveBytes } from './index.ts'
import { isReserveReached } from './reserve.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

describe('the reserve of a disk', () => {
  test('is 5 % of a disk or 2 GiB, whichever is smaller, but 64 MiB at least', () => {
    const reserveMiB = (total: number) => reserveBytes(total, 'usual') / MIB
    expect([reserveMiB(1000 * GIB), reserveMiB(20 * GIB), reserveMiB(420 * MIB), reserveMiB(100 * MIB)]).toEqual([
      2048, 1024, 64, 25,
    ])
    expect(reserveBytes(1000, { ratio: 0.1 })).toBe(100)
    expect(reserveBytes(1000, { bytes: 7 })).toBe(7)
  })

  test('is read from a share, a size or 0, and from nothing else', () => {
    expect([readReserve('5%'), readReserve('1.5%'), readReserve('1GiB')]).toEqual([
      { ratio: 0.05 },
      { ratio: 0.015 },
      { bytes: GIB },
    ])
    for (const text of ['', '5', '1GB', '100%', '-5%', 'x']) expect(readReserve(text)).toBeUndefined()
  })

  test('once reached is left with a quarter more, and never while the least of it is missing', () => {
    const look = fc.record({
      freeBytes: fc.integer({ min: 0, max: 10 ** 9 }),
      totalBytes: fc.integer({ min: 1, max: 10 ** 10 }),
    })
    fc.assert(
      fc.property(look, fc.boolean(), fc.nat(10 ** 7), (seen, wasReached, keptBack) => {
        const least = reserveBytes(seen.totalBytes, 'usual')
        const isReached = isReserveReached(wasReached, seen, 'usual', keptBack)
        if (seen.freeBytes - keptBack < least) expect(isReached).toBe(true)
        if (seen.freeBytes - keptBack >= least * 1.25) expect(isReached).toBe(false)
        if (isReached) expect(isReserveReached(true, seen, 'usual', keptBack)).toBe(true)
      }),
    )
  })
})

/** A disk of 1 GiB whose use is set by the test, with a ballast that takes part of it. */
class Disk {
  used = 0
  isThere = false
  made = 0
  readonly sizeOn = () => 64 * MIB
  get freeBytes(): number {
    return GIB - this.used - (this.isThere ? this.sizeOn() : 0)
  }
  readonly look = async () => ({ freeBytes: this.freeBytes, totalBytes: GIB })
  release(): void {
    this.isThere = false
  }
  async make(): Promise<void> {
    this.isThere = true
    this.made += 1
  }
}

function guardOf(disk: Disk, reserve: DiskReserve = 'usual') {
  const clock = manualClock(0)
  const lines: string[] = []
  const note = (_data: unknown, line: string) => void lines.push(line)
  const logger = { ...silentLogger, error: note, info: note }
  return { clock, lines, guard: new DiskGuard({ clock, logger: logger as never, ballast: disk, reserve }) }
}

describe('the guard of a disk', () => {
  test('refuses devices once the reserve is reached, and serves them again when there is room, each said once', async () => {
    const disk = new Disk()
    const { guard, lines } = guardOf(disk)
    await guard.look()
    guard.requireRoom()
    disk.used = GIB - 100 * MIB
    await guard.look()
    await guard.look()
    expect(() => guard.requireRoom()).toThrow(StorageFull)
    disk.used = 0
    await guard.look()
    guard.requireRoom()
    expect(lines).toEqual([
      'The disk is full: devices are refused until there is room',
      'The disk has room again: devices are served',
    ])
  })

  test('gives the ballast away when something else takes the reserve, keeps that room from devices, and makes it again', async () => {
    const disk = new Disk()
    const { guard } = guardOf(disk)
    await guard.look()
    expect(disk.isThere).toBe(true)
    disk.used = GIB - 64 * MIB
    await guard.look()
    expect(disk).toMatchObject({ isThere: false, freeBytes: 64 * MIB })
    await guard.look()
    expect(guard.isFull).toBe(true)
    expect(disk.made).toBe(1)
    disk.used = GIB / 2
    await guard.look()
    expect(disk).toMatchObject({ isThere: true, made: 2 })
    expect(guard.isFull).toBe(false)
  })

  test('believes the database that says its disk is full: one write in 5 s is tried until one succeeds', () => {
    const clock = manualClock(0)
    const guard = new DiskGuard({ clock, logger: silentLogger })
    guard.requireRoom()
    guard.failed()
    expect(() => guard.requireRoom()).toThrow(StorageFull)
    clock.advance(5000)
    guard.requireRoom()
    expect(() => guard.requireRoom()).toThrow(StorageFull)
    expect(guard.isFull).toBe(true)
    guard.written()
    guard.requireRoom()
    expect(guard.isFull).toBe(false)
  })
})

describe('the ballast', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-ballast-'))
  chmodSync(folder, 0o700)
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('takes its size on the disk, is for its owner alone, and is gone when it is released', async () => {
    const ballast = new Ballast(folder)
    expect([ballast.sizeOn(420 * MIB), ballast.sizeOn(100 * GIB), ballast.sizeOn(3 * MIB)]).toEqual([
      52 * MIB,
      64 * MIB,
      0,
    ])
    await ballast.make(16 * MIB)
    const { size, blocks, mode } = statSync(join(folder, 'ballast'))
    expect([size, mode & 0o077]).toEqual([2 * MIB, 0])
    expect(blocks * 512).toBeGreaterThanOrEqual(2 * MIB)
    expect(ballast.isThere).toBe(true)
    ballast.release()
    expect(ballast.isThere).toBe(false)
    expect((await ballast.look()).freeBytes).toBeGreaterThan(0)
  })
})
