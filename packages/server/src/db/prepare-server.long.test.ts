import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { appRole, withOptions, withOwner } from '../platform/db/connection.ts'
import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { takeInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { silentLogger } from '../platform/logger.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

// Roles belong to a whole server, so these tests have a server of their own.
let administrator: string
let stop: () => Promise<void>

beforeEach(async () => {
  const top = mkdtempSync(join(tmpdir(), 'millwatch-roles-'))
  chmodSync(top, 0o711)
  const folder = join(top, 'data')
  const lock = await takeInstanceLock(folder)
  const embedded = await startEmbedded({ folder, logger: silentLogger })
  administrator = embedded.url
  stop = async () => {
    await embedded.stop()
    lock.release()
    rmSync(top, { recursive: true, force: true })
  }
})

afterEach(() => stop())

/** Prepares a user and a database of the same name as an administrator would; returns the URL of the user. */
async function prepare(user: string, statements: readonly string[]): Promise<string> {
  await withOwner(administrator, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
  const url = new URL(administrator.replace('@/', '@localhost/'))
  return `postgres://${user}:secret@/${user}${url.search}`
}

const roleTaken = (url: string) =>
  withOwner(withOptions(url, { role: appRole }), async (client) => {
    const { rows } = await client.query('select current_user as role')
    return rows[0].role
  })

it('a user who may make roles makes the one of the app, and may take it', async () => {
  const url = await prepare('plant', [
    "create role plant login createrole password 'secret'",
    'create database plant owner plant',
  ])
  await migrate(url, await readMigrations(), { clock: systemClock })
  expect(await roleTaken(url)).toBe(appRole)
})

it('a user who may not make roles takes the one that an administrator made', async () => {
  const url = await prepare('modest', [
    "create role modest login password 'secret'",
    'create database modest owner modest',
    `create role ${appRole} nologin`,
    `grant ${appRole} to modest`,
  ])
  await migrate(url, await readMigrations(), { clock: systemClock })
  expect(await roleTaken(url)).toBe(appRole)
})

it('a user who may do neither gets the command for an administrator', async () => {
  const url = await prepare('alone', ["create role alone login password 'secret'", 'create database alone owner alone'])
  await expect(migrate(url, await readMigrations(), { clock: systemClock })).rejects.toThrow(
    `As an administrator run: create role ${appRole} nologin; grant ${appRole} to "alone"`,
  )
})
