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
import { dirname, join, relative } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root } from '../setup/place.mjs'
import { memoryOf, tsc } from '../verify/types.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millwatch-new-')))
  folders.push(folder)
  return folder
}

/** Copies the sources, committed or not, to a separate folder and returns its path. */
function cloneOfThis(): string {
  const clone = temporary()
  const kinds = ['*.ts', '*.mjs', '*.json', '*.sql', '.gitignore']
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...kinds], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of paths.split('\n').filter((path) => path && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    cpSync(join(root, path), join(clone, path))
  }
  linkPackages(clone)
  rememberTypes(clone)
  execFileSync('git', ['init', '-q'], { cwd: clone })
  return clone
}

/** Links the installed packages into the clone, with the clone's own workspaces. */
function linkPackages(clone: string): void {
  mkdirSync(join(clone, 'node_modules/@millwatch'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@millwatch') symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name))
  }
  for (const name of readdirSync(join(clone, 'packages'))) {
    symlinkSync(join(clone, 'packages', name), join(clone, 'node_modules/@millwatch', name))
  }
}

/** Copies what `npm run verify` remembers of the types here, if anything, so that tsc checks only what is new in the clone. */
function rememberTypes(clone: string): void {
  const memory = memoryOf('tsconfig.json')
  if (!existsSync(join(root, memory))) return
  const folder = dirname(join(clone, memory))
  mkdirSync(folder, { recursive: true })
  // The packages in it are found through links, so their paths lead out of the clone.
  const installed = relative(folder, join(root, 'node_modules'))
  const text = readFileSync(join(root, memory), 'utf8').replaceAll('"../../node_modules/', `"${installed}/`)
  writeFileSync(join(clone, memory), text)
}

function nodeIn(clone: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, output: stdout + stderr }
}

describe('npm run new:module', () => {
  test('makes a module that keeps every rule, is formatted, has right types, and works on the database', {
    timeout: 600_000,
  }, () => {
    const clone = cloneOfThis()
    const node = (...args: string[]) => nodeIn(clone, args)
    const made = node('tools/new-module.ts', 'tool-changes')
    expect(made).toMatchObject({ status: 0 })
    const written = made.output.split('\n').filter((line) => /^(packages|tools)\/[^ ]+$/.test(line))
    expect(written).toHaveLength(12)

    const typescript = written.filter((path) => path.endsWith('.ts'))
    const biome = node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...typescript)
    expect(biome, biome.output).toMatchObject({ status: 0 })
    const types = node(...tsc('tsconfig.json')).output
    expect(about(types)).toEqual([])
    expect(about(node('tools/tiers/run.ts').output)).toEqual([])
    expect(readFileSync(join(clone, 'tools/tiers/base/layout.ts'), 'utf8')).toMatch(/'tool-changes'\]/)

    const tested = node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'integration',
      'packages/server/src/modules/tool-changes',
    )
    expect(tested, tested.output).toMatchObject({ status: 0 })
  })

  /** Returns the lines of a report about the new module; other tests cover the rest of the project. */
  const about = (report: string) => report.split('\n').filter((line) => /tool-?change/i.test(line))
})
