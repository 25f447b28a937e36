import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../logger.ts'
import { beginPrepared, gone, hosts, keepDataFolders, note, paths, start, startHost } from './embedded.testing.ts'
import { startEmbedded } from './embedded.ts'
import { takeInstanceLock, tryInstanceLock } from './instance-lock.ts'

keepDataFolders()

describe('a folder that cannot be used', () => {
  it('is not emptied when it holds something else', async () => {
    await takeInstanceLock(paths.folder)
    mkdirSync(paths.cluster)
    writeFileSync(join(paths.cluster, 'precious'), 'x')
    await expect(startEmbedded({ folder: paths.folder, logger: silentLogger })).rejects.toThrow('holds no database')
    expect(existsSync(join(paths.cluster, 'precious'))).toBe(true)
  })

  it('of another PostgreSQL is refused in words', async () => {
    beginPrepared()
    const first = await start()
    await first.stop()
    writeFileSync(join(paths.cluster, 'PG_VERSION'), '14\n')
    await expect(startEmbedded({ folder: paths.folder, logger: silentLogger })).rejects.toThrow('PostgreSQL 14')
  })
})

describe('a folder that cannot be written', () => {
  it('because its disk is full is refused with what to do', async () => {
    mkdirSync(paths.folder, { recursive: true })
    symlinkSync('/dev/full', join(paths.folder, 'millwatch.pid'))
    await expect(takeInstanceLock(paths.folder)).rejects.toThrow(
      `The data folder ${paths.folder} cannot be used: its disk is full. Make room there, or choose a folder on another disk, then start again`,
    )
    rmSync(join(paths.folder, 'millwatch.pid'))
    const lock = await takeInstanceLock(paths.folder)
    lock.release()
  })

  it('because its files are not to be written is refused with what to do', async () => {
    // The file cannot be opened for writing, whoever runs the test.
    mkdirSync(join(paths.folder, 'millwatch.lock'), { recursive: true })
    await expect(takeInstanceLock(paths.folder)).rejects.toThrow('its files cannot be opened for writing')
  })
})

describe('two on one folder', () => {
  beforeEach(beginPrepared)

  it('the second says who has it and exits', async () => {
    const host = await startHost()
    await expect(startHost()).rejects.toThrow(`process ${host.pid}`)
    expect(hosts.at(-1)?.exitCode).toBe(1)
    await note(host.url, 'undisturbed')
  })

  it('the second leaves the first alone when somebody removed the lock file', async () => {
    const host = await startHost()
    rmSync(join(paths.folder, 'millwatch.lock'))
    expect(tryInstanceLock(paths.folder)).toBeUndefined()
    rmSync(join(paths.folder, 'millwatch.lock'), { force: true })
    await expect(startHost()).rejects.toThrow(`process ${host.pid}`)
    await note(host.url, 'undisturbed')
  })

  it('the lock of a new folder is with its database too', async () => {
    rmSync(paths.folder, { recursive: true })
    const first = await start()
    rmSync(join(paths.folder, 'millwatch.lock'))
    expect(tryInstanceLock(paths.folder)).toBeUndefined()
    await first.stop()
    tryInstanceLock(paths.folder)?.release()
  })

  it('the lock goes with the process, however it ends', async () => {
    const host = await startHost()
    expect(tryInstanceLock(paths.folder)).toBeUndefined()
    host.process.kill('SIGKILL')
    await gone([host.pid])
    const lock = await takeInstanceLock(paths.folder)
    lock.release()
  })
})
