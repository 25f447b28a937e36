import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'millwatch-make-folder-'))
afterAll(() => rmSync(place, { recursive: true }))

test('A folder is made with those above it, and left as it is if it is there', () => {
  const folder = join(place, 'a', 'b')
  makeFolder(folder, 0o700)
  makeFolder(folder, 0o711)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('A file in its place, or above it, is an error', () => {
  const file = join(place, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file, 0o700)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'a'), 0o700)).toThrow('ENOTDIR')
})

test.runIf(process.platform === 'linux')('A folder that the system does not let anybody make is an error', () => {
  // In a process of its own, which would never end otherwise.
  const script = `import(${JSON.stringify(new URL('./make-folder.ts', import.meta.url).href)})
    .then(({ makeFolder }) => makeFolder('/proc/millwatch', 0o700))
    .catch((error) => console.log(error.code))`
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 20_000 })).toBe('ENOENT\n')
})
