import { packageOf } from '../base/layout.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'

/** Packages of the project that each package may import, by the name of the importing package. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  server: ['server', 'contract', 'domain'],
  web: ['web', 'contract', 'domain'],
  simulator: ['simulator', 'contract', 'domain'],
  lab: ['lab', 'server', 'simulator', 'contract', 'domain'],
}
/**
 * Packages of the project that code outside packages/ may import. The exception for the demo plant, which may import the
 * simulator, is in `look`.
 */
const outside = ['lab', 'simulator', 'contract', 'domain']
const LAB_REMEDY = 'only tests, tools, bench and e2e use the lab.'
const DEMO = 'packages/server/src/demo/'

/** External packages that each pure package may import. Packages that are not listed may import any. */
const external: Readonly<Record<string, readonly string[]>> = { domain: [], contract: ['typebox'] }
const TEST_LIBRARIES = ['vitest', 'fast-check']

/**
 * Rule 1: domain <- contract <- server, web, simulator. Only the lab imports the server, and none imports the web. Only tests and
 * code outside packages/ import the lab, and no package imports code outside packages/. Domain and contract are pure.
 */
export const packages: Rule = {
  name: '1 packages',
  check: (tree: SourceTree) => [...tree.values()].flatMap((file) => [...look(file)]),
}

function* look(file: SourceFile): Generator<Finding> {
  const importer = packageOf(file.path)
  const mayUse = importer ? (allowed[importer] ?? []) : outside
  for (const imported of file.imports) {
    const other = imported.target && packageOf(imported.target)
    const isDemo = other === 'simulator' && file.path.startsWith(DEMO)
    const isLabOfTest = other === 'lab' && file.isTest
    if (other && !mayUse.includes(other) && !isDemo && !isLabOfTest) {
      yield findingAt(
        file,
        imported.offset,
        `${importer ?? file.folder} may not import ${other}: ${other === 'lab' ? LAB_REMEDY : 'move what both need into domain or contract.'}`,
      )
    }
    if (importer && imported.target && !other) {
      yield findingAt(
        file,
        imported.offset,
        `${importer} may not import ${imported.target}: a package, its tests too, uses nothing outside packages/.`,
      )
    }
    if (other && other !== importer && imported.specifier.startsWith('.')) {
      yield findingAt(
        file,
        imported.offset,
        `Import another package by its name, @millwatch/${other}/..., not by a path.`,
      )
    }
    if (importer && !imported.target) yield* lookOutside(file, importer, imported.packageName, imported.offset)
  }
}

function* lookOutside(file: SourceFile, importer: string, name: string, offset: number): Generator<Finding> {
  const may = external[importer]
  const isTestLibrary = file.isTest && (TEST_LIBRARIES.includes(name) || name.startsWith('node:'))
  if (!may || may.includes(name) || isTestLibrary) return
  yield findingAt(
    file,
    offset,
    `${importer} is pure and may not import ${name}: take the value as an argument instead.`,
  )
}
