import { packageOf } from '../base/layout.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'

/** What a package may take from the others. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  server: ['server', 'contract', 'domain'],
  web: ['web', 'contract', 'domain'],
  simulator: ['simulator', 'contract', 'domain'],
}
/** Besides: the demo plant is driven by the simulator; what stands outside of packages/ may use what is meant for use. */
const outside = ['simulator', 'contract', 'domain']
const DEMO = 'packages/server/src/demo/'

/** What the pure packages may take from outside; everything else is free. */
const external: Readonly<Record<string, readonly string[]>> = { domain: [], contract: ['typebox'] }
const TEST_LIBRARIES = ['vitest', 'fast-check']

/** Rule 1: domain <- contract <- server, web, simulator. Nobody imports server or web. Domain is pure. */
export const packages: Rule = {
  name: '1 packages',
  check: (tree: SourceTree) => [...tree.values()].flatMap((file) => [...look(file)]),
}

function* look(file: SourceFile): Generator<Finding> {
  const own = packageOf(file.path)
  const mayUse = own ? (allowed[own] ?? []) : outside
  for (const one of file.imports) {
    const other = one.target && packageOf(one.target)
    const isDemo = other === 'simulator' && file.path.startsWith(DEMO)
    if (other && !mayUse.includes(other) && !isDemo) {
      yield findingAt(
        file,
        one.offset,
        `${own ?? file.folder} may not import ${other}: move what both need into domain or contract.`,
      )
    }
    if (other && other !== own && one.specifier.startsWith('.')) {
      yield findingAt(file, one.offset, `Import another package by its name, @millwatch/${other}/..., not by a path.`)
    }
    if (own && !one.target) yield* lookOutside(file, own, one.packageName, one.offset)
  }
}

function* lookOutside(file: SourceFile, own: string, name: string, offset: number): Generator<Finding> {
  const may = external[own]
  const isTestLibrary = file.isTest && (TEST_LIBRARIES.includes(name) || name.startsWith('node:'))
  if (!may || may.includes(name) || isTestLibrary) return
  yield findingAt(file, offset, `${own} is pure and may not import ${name}: take the value as an argument instead.`)
}
