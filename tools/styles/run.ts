// Checks the style sheets of the pages: a source names each class, no rule is written under two names, and they have no more
// lines than agreed. It prints each breach with what to do, and the number of lines; it exits with a non-zero code if there is a
// breach.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/place.mjs'
import { readTree, treeOf } from '../tiers/base/source-tree.ts'
import { linesOf, MOST_LINES, styleFindings } from './check.ts'

const paths = globSync('packages/web/src/**/*.css', { cwd: root }).toSorted()
const sheets = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
// The script for old browsers is no module of the pages.
const support = 'packages/web/public/support.js'
const isOfPages = ({ path, isTest }: { path: string; isTest: boolean }) =>
  path.startsWith('packages/web/src/') && !isTest
const sources = [
  ...[...readTree(root).values()].filter(isOfPages),
  ...treeOf({ [support]: readFileSync(join(root, support), 'utf8') }).values(),
]
const findings = styleFindings(sheets, sources)
for (const { path, line, message } of findings) console.log(`${path}:${line} ${message}`)
console.log(`${sheets.size} style sheets, ${linesOf(sheets)} of ${MOST_LINES} lines, ${findings.length} breaches`)
if (findings.length > 0) process.exitCode = 1
