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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../setup/place.mjs'
import { namesOf } from './names.ts'

let clone: string
beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'millwatch-new-')))
  const paths = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs', '*.json', '*.sql', '.gitignore'],
    { cwd: root, encoding: 'utf8' },
  )
  for (const path of paths.split('\n').filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    cpSync(join(root, path), join(clone, path))
  }
  linkPackages()
  execFileSync('git', ['init', '-q'], { cwd: clone })
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** The packages installed here, but the workspaces of the clone. */
function linkPackages(): void {
  mkdirSync(join(clone, 'node_modules/@millwatch'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@millwatch') symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name))
  }
  for (const name of readdirSync(join(clone, 'packages'))) {
    symlinkSync(join(clone, 'packages', name), join(clone, 'node_modules/@millwatch', name))
  }
}

function node(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const migrations = () => readdirSync(join(clone, 'packages/server/src/db/migrations')).sort()

describe('npm run new:migration', () => {
  test('writes the next number', () => {
    const before = migrations()
    const { output } = node('tools/new-migration.ts', 'add-colour')
    const number = String(before.length + 1).padStart(4, '0')
    expect(output.trim()).toBe(`packages/server/src/db/migrations/${number}-add-colour.sql`)
    expect(migrations()).toEqual([...before, `${number}-add-colour.sql`])
  })

  test.each(['', 'Add Colour', '../escape'])('refuses the name "%s"', (name) => {
    const { status, output } = node('tools/new-migration.ts', name)
    expect(status).toBe(1)
    expect(output).toContain('small letters and hyphens')
  })
})

describe('npm run new:module', () => {
  test('makes a module that keeps every rule, is formatted, and has right types', { timeout: 60_000 }, () => {
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
    writeFileSync(join(clone, 'packages/contract/src/http/shifts.ts'), '')
    const before = migrations()
    expect(node('tools/new-module.ts', 'shifts')).toMatchObject({
      status: 1,
      output: expect.stringContaining('already'),
    })
    expect(migrations()).toEqual(before)
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
