import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PreparedFolder } from './data-folders.ts'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-folders-'))
  writeFileSync(join(top, 'first'), 'one')
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

describe('a prepared folder', () => {
  it('keeps the first folder only', () => {
    const prepared = new PreparedFolder()
    writeFileSync(join(top, 'second'), 'two')
    prepared.keep(join(top, 'first'))
    prepared.keep(join(top, 'second'))
    prepared.copyTo(join(top, 'copy'))
    expect(readFileSync(join(top, 'copy'), 'utf8')).toBe('one')
    prepared.remove()
  })

  it('keeps another folder after it was removed, as the next file of tests does in the same process', () => {
    const prepared = new PreparedFolder()
    prepared.keep(join(top, 'first'))
    prepared.remove()
    prepared.keep(join(top, 'first'))
    prepared.copyTo(join(top, 'copy'))
    expect(readFileSync(join(top, 'copy'), 'utf8')).toBe('one')
    prepared.remove()
  })

  it('says in one line what could not be copied', () => {
    expect(() => new PreparedFolder().keep(join(top, 'missing'))).toThrow(/^Copying .*missing failed: .*No such file/)
  })
})
