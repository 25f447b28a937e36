import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root } from '../setup/place.mjs'
import { newMigration } from './migration.ts'
import { newModule } from './module.ts'
import { namesOf } from './names.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millwatch-new-')))
  folders.push(folder)
  return folder
}

/** The sources as they are here, committed or not, in a folder of their own. */
function cloneOfThis(): string {
  const clone = temporary()
  const kinds = ['*.ts', '*.mjs', '*.json', '*.sql', '.gitignore']
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...kinds], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of paths.split('\n').filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    cpSync(join(root, path), join(clone, path))
  }
  linkPackages(clone)
  execFileSync('git', ['init', '-q'], { cwd: clone })
  return clone
}

/** The packages installed here, but the workspaces of the clone. */
function linkPackages(clone: string): void {
  mkdirSync(join(clone, 'node_modules/@millwatch'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@millwatch') symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name))
  }
  for (const name of readdirSync(join(clone, 'packages'))) {
    symlinkSync(join(clone, 'packages', name), join(clone, 'node_modules/@millwatch', name))
  }
}

function nodeIn(clone: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' })
  return { status, output: stdout + stderr }
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
  test('makes a module that keeps every rule, is formatted, and has right types', { timeout: 60_000 }, () => {
    const clone = cloneOfThis()
    const node = (...args: string[]) => nodeIn(clone, args)
    const made = node('tools/new-module.ts', 'tool-changes', '5')
    expect(made).toMatchObject({ status: 0 })
    const written = made.output.split('\n').filter((line) => /^(packages|tools)\/[^ ]+$/.test(line))
    expect(written).toHaveLength(11)

    const typescript = written.filter((path) => path.endsWith('.ts'))
    const biome = node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...typescript)
    expect(biome, biome.output).toMatchObject({ status: 0 })
    const types = node('node_modules/typescript/bin/tsc', '-p', 'packages/server', '--pretty', 'false').output
    expect(about(types)).toEqual([])
    expect(about(node('tools/tiers/run.ts').output)).toEqual([])
    expect(readFileSync(join(clone, 'tools/tiers/base/layout.ts'), 'utf8')).toContain("['tool-changes']")
  })

  /** The lines of a report about the new module: the rest of the project is judged elsewhere. */
  const about = (report: string) => report.split('\n').filter((line) => /tool-?change/i.test(line))

  test('refuses a name that is taken, without touching anything', () => {
    const empty = temporary()
    mkdirSync(join(empty, 'packages/server/src/modules/shifts'), { recursive: true })
    expect(() => newModule(empty, 'shifts', 4)).toThrow('There is a module shifts already')
    expect(readdirSync(empty, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())).toEqual([])
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
