import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readTree, treeOf } from './base/source-tree.ts'
import { breachesOf } from './check.ts'
import { longOnes } from './lengths.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function onDisk(texts: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tiers-'))
  folders.push(root)
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

describe('the check of the rules of dependence', () => {
  test('reads sources from disk and names rule, place and remedy', () => {
    const root = onDisk({
      'packages/domain/src/runs/index.ts': `import { b } from '@millwatch/contract/b'\nexport const a = b`,
      'packages/domain/node_modules/x/index.ts': 'const x: any = 1',
      'packages/web/src/lib/a.ts': 'export const at = 1',
    })
    expect(breachesOf(readTree(root))).toMatchObject([
      { path: 'packages/domain/src/runs/index.ts', line: 1, rule: '1 packages' },
    ])
  })

  test('a source that cannot be read fails loudly', () => {
    expect(() => treeOf({ 'packages/domain/src/a.ts': 'const = ' })).toThrow('packages/domain/src/a.ts: cannot be read')
  })

  test('reports long files and functions', () => {
    const body = 'x()\n'.repeat(90)
    const findings = longOnes(treeOf({ 'tools/a.ts': `export function f() {\n${body}}\n${'y()\n'.repeat(320)}` }))
    expect(findings.map((finding) => finding.message)).toEqual([
      '412 lines in one file (400).',
      '92 lines in one function (80).',
    ])
  })
})
