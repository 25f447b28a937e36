import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedHost } from '@millwatch/lab/database/embedded-host-path'
import { beforeEach, describe, expect, it } from 'vitest'
import { withOwner } from '../connection.ts'
import { findBinaries } from './binaries.ts'
import {
  beginPrepared,
  gone,
  hosts,
  keepDataFolders,
  note,
  notes,
  nothingRuns,
  paths,
  start,
  startHost,
} from './embedded.testing.ts'
import { runningUrl } from './embedded.ts'
import { readPostmasterFile } from './leftovers.ts'
import { isAlive, serverProcessesOn, signal } from './processes.ts'

keepDataFolders()

describe('the embedded database', () => {
  it('starts, stops with nothing left running, and starts again with its data', async () => {
    beginPrepared()
    const first = await start()
    await note(first.url, 'kept')
    expect(serverProcessesOn(paths.cluster).length).toBeGreaterThan(3)
    await first.stop()
    expect(serverProcessesOn(paths.cluster)).toEqual([])
    const second = await start()
    expect(await notes(second.url)).toEqual(['kept'])
  })

  it('waits for the disk before it says that something is stored', async () => {
    beginPrepared()
    const { url } = await start()
    const shown = await withOwner(url, async (client) => {
      const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums']
      const { rows } = await client.query(
        'select current_setting(name) as value from unnest($1::text[]) with ordinality as t (name, at) order by at',
        [names],
      )
      return rows.map((row) => row.value)
    })
    expect(shown).toEqual(['on', 'on', 'on', '', 'on'])
  })

  it('sorts by code point and knows Unicode, wherever it runs', async () => {
    beginPrepared()
    const { url } = await start()
    const rows = await withOwner(
      url,
      async (client) =>
        (
          await client.query(
            `select datlocprovider, datlocale, upper('é') as upper from pg_database where datname = current_database()`,
          )
        ).rows,
    )
    expect(rows).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8', upper: 'É' }])
  })

  it('keeps its secret and its socket to its owner, and makes another secret for another folder', async () => {
    const { url } = await start()
    const password = join(paths.cluster, 'millwatch-password')
    expect([paths.cluster, password, join(paths.folder, 'run')].map((path) => statSync(path).mode & 0o077)).toEqual([
      0, 0, 0,
    ])
    expect(statSync(join(paths.folder, 'logs', 'postgres.log')).mode & 0o077).toBe(0)
    const wrong = url.replace(readFileSync(password, 'utf8'), 'guess')
    await expect(notes(wrong)).rejects.toThrow('password authentication failed')
    const other = await start(join(paths.top, 'other'))
    expect(readFileSync(join(paths.top, 'other', 'postgres', 'millwatch-password'), 'utf8')).not.toBe(
      readFileSync(password, 'utf8'),
    )
    await other.stop()
  })

  it('works under a path that is too long for a socket', async () => {
    paths.folder = join(paths.top, 'x'.repeat(110), 'data')
    paths.cluster = join(paths.folder, 'postgres')
    mkdirSync(dirname(paths.folder))
    beginPrepared()
    const first = await start()
    await note(first.url, 'far away')
    const { socketFolder } = readPostmasterFile(paths.cluster)!
    expect(socketFolder.startsWith(paths.folder)).toBe(false)
    await first.whileStopped(async () => undefined)
    expect(await notes(runningUrl(paths.folder)!)).toEqual(['far away'])
    await first.stop()
    expect(existsSync(socketFolder)).toBe(false)
  })
})

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  const nobody = 65_534

  /** Returns false if this project lies under a folder that only root may enter. */
  function mayNobodyRunIt(): boolean {
    const { postgres } = findBinaries()
    return spawnSync(postgres, ['--version'], { uid: nobody, gid: nobody, cwd: '/', stdio: 'ignore' }).status === 0
  }

  it('runs as nobody where others may enter, and in a namespace of its own where only root may', async () => {
    const ownerInTheOpen = mayNobodyRunIt() ? nobody : 0
    beginPrepared()
    const open = await start()
    await note(open.url, 'first')
    expect(statSync(paths.cluster).uid).toBe(ownerInTheOpen)
    await open.stop()
    chmodSync(paths.top, 0o700)
    const closed = await start()
    await note(closed.url, 'second')
    expect(statSync(paths.cluster).uid).toBe(0)
    await closed.stop()
    chmodSync(paths.top, 0o711)
    const openAgain = await start()
    expect(await notes(openAgain.url)).toEqual(['first', 'second'])
    expect(statSync(join(paths.cluster, 'base')).uid).toBe(ownerInTheOpen)
  })
})

describe('after a kill -9', () => {
  beforeEach(({ task }) => {
    if (!task.name.startsWith('in the middle of making')) beginPrepared()
  })

  it('of the server, it is started again with everything that was committed', async () => {
    const { url } = await start()
    await note(url, 'before')
    for (const pid of serverProcessesOn(paths.cluster)) signal(pid, 'SIGKILL')
    await expect.poll(() => notes(url).catch(() => []), { timeout: 15_000 }).toEqual(['before'])
  })

  it('of one of its children, it goes on', async () => {
    const { url } = await start()
    await note(url, 'before')
    const { pid } = readPostmasterFile(paths.cluster)!
    signal(serverProcessesOn(paths.cluster).find((each) => each !== pid)!, 'SIGKILL')
    await expect.poll(() => notes(url).catch(() => []), { timeout: 15_000 }).toEqual(['before'])
    expect(readPostmasterFile(paths.cluster)?.pid).toBe(pid)
  })

  it('of Millwatch, the database stops by itself', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    host.process.kill('SIGKILL')
    await nothingRuns()
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of Millwatch, the next start does not wait for that', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    host.process.kill('SIGKILL')
    await gone([host.pid])
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of all at once, the next start comes up', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    const all = [host.pid, ...serverProcessesOn(paths.cluster)]
    for (const pid of all) signal(pid, 'SIGKILL')
    await gone(all)
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of all but the server, the next start stops it first', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    const orphan = readPostmasterFile(paths.cluster)!.pid
    // The watcher is not a child of the server: its parent is the process that adopts orphans, but its group is the
    // server's.
    for (const pid of [...watchersOf(orphan), host.pid]) signal(pid, 'SIGKILL')
    await gone([host.pid])
    expect(isAlive(orphan)).toBe(true)
    const again = await start()
    expect(isAlive(orphan)).toBe(false)
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of the server only, leaving children, the next start clears them away', async () => {
    const first = await startHost()
    await note(first.url, 'before')
    const { pid } = readPostmasterFile(paths.cluster)!
    const children = serverProcessesOn(paths.cluster).filter((each) => each !== pid)
    // Stopped children cannot notice that their parent ended, and keep its shared memory.
    for (const child of children) signal(child, 'SIGSTOP')
    for (const each of [first.pid, pid]) signal(each, 'SIGKILL')
    await gone([first.pid, pid])
    const again = await start()
    expect(children.filter(isAlive)).toEqual([])
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('in the middle of making the database, the next start makes it anew', async () => {
    const child = spawn(process.execPath, [embeddedHost, paths.folder], { stdio: 'ignore' })
    hosts.push(child)
    const unfinished = () =>
      existsSync(paths.folder) ? readdirSync(paths.folder).filter((name) => name.includes('unfinished')) : []
    await expect
      .poll(() => unfinished().some((name) => existsSync(join(paths.folder, name, 'base'))), {
        interval: 2,
        timeout: 15_000,
      })
      .toBe(true)
    child.kill('SIGKILL')
    await gone([child.pid!])
    expect(existsSync(paths.cluster)).toBe(false)
    const again = await start()
    await note(again.url, 'fresh')
    expect(unfinished()).toEqual([])
  })
})

/** Returns processes in the group of `pid` that do not belong to the server. */
function watchersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[2] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)
}

describe('files that an earlier run left behind', () => {
  beforeEach(beginPrepared)

  it('do not stop the start, though another process has the number in them', async () => {
    const first = await start()
    await note(first.url, 'before')
    await first.stop()
    const stale = `${process.pid}\n${paths.cluster}\n1700000000\n5432\n${join(paths.folder, 'run')}\n\n 5432001 0\nready   \n`
    writeFileSync(join(paths.cluster, 'postmaster.pid'), stale)
    writeFileSync(join(paths.folder, 'run', '.s.PGSQL.5432.lock'), stale)
    writeFileSync(join(paths.folder, 'run', '.s.PGSQL.5432'), '')
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('do not stop the start when they are empty or nonsense', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(paths.cluster, 'postmaster.pid'), '')
    writeFileSync(join(paths.folder, 'run', '.s.PGSQL.5432.lock'), 'what?')
    writeFileSync(join(paths.folder, 'millwatch.pid'), '999999999\n')
    await start()
  })
})
