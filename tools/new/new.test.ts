import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newMigration } from './migration.ts'
import { newModule } from './module.ts'
import { namesOf } from './names.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-new-'))
  folders.push(folder)
  return folder
}

describe('npm run new:migration', () => {
  const FOLDER = 'packages/server/src/db/migrations'

  test('writes the next number', () => {
    const empty = temporary()
    mkdirSync(join(empty, FOLDER), { recursive: true })
    for (const name of ['0001-river.sql', '0002-shifts.sql', 'README.md']) writeFileSync(join(empty, FOLDER, name), '')
    expect(newMigration(empty, 'add-colour')).toBe(`${FOLDER}/0003-add-colour.sql`)
    expect(readFileSync(join(empty, FOLDER, '0003-add-colour.sql'), 'utf8')).toContain('add colour')
  })

  test.each(['', 'Add Colour', '../escape'])('refuses the name "%s"', (name) => {
    const empty = temporary()
    expect(() => newMigration(empty, name)).toThrow('small letters and hyphens')
    expect(readdirSync(empty)).toEqual([])
  })
})

describe('npm run new:module', () => {
  test('refuses a name that is taken, without touching anything', () => {
    const empty = temporary()
    mkdirSync(join(empty, 'packages/server/src/modules/shifts'), { recursive: true })
    expect(() => newModule(empty, 'shifts', 4)).toThrow('There is a module shifts already')
    expect(readdirSync(empty, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([])
  })

  test('names its thing in one', () => {
    expect(namesOf('tool-changes').thing).toEqual({
      kebab: 'tool-change',
      snake: 'tool_change',
      camel: 'toolChange',
      pascal: 'ToolChange',
    })
    expect(['status', 'analysis', 'press'].map((name) => namesOf(name).thing.kebab)).toEqual([
      'status',
      'analysis',
      'press',
    ])
  })
})
