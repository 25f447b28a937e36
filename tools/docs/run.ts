// Checks that documents cite only existing files: the paths in every Markdown file of the project, and the evidence in
// docs/asvs.csv; that each alert has its row of what to do when it fires; and that docs/limits.md has the limits of the contract.
// `--write` writes docs/limits.md.
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyEndpoint } from '@millwatch/lab/contract-tests/operations'
import { root } from '../setup/place.mjs'
import { alertFindings } from './alerts.ts'
import { readAsvs } from './asvs.ts'
import { asvsLevels } from './asvs-ids.ts'
import { limitsDocument } from './limits.ts'
import { deadCitations } from './paths.ts'

const documents = globSync(['*.md', '{docs,packages,e2e,bench,fixtures,tools}/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.startsWith('dist'),
})
const exists = (path: string) =>
  path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))

let dead = 0
for (const document of documents) {
  for (const { line, path } of deadCitations(document, readFileSync(join(root, document), 'utf8'), exists)) {
    console.log(`${document}:${line} cites ${path}, which does not exist`)
    dead += 1
  }
}
console.log(`${documents.length} documents, ${dead} dead paths`)

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true
const textOf = (path: string) => (isFile(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
const { counts, findings } = readAsvs(textOf('docs/asvs.csv') ?? '', asvsLevels, textOf)
for (const finding of findings) console.log(`docs/asvs.csv: ${finding}`)
const summary = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
console.log(`${asvsLevels.size} requirements: ${summary}; ${findings.length} findings`)

const sources = globSync('packages/server/src/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
const alerts = alertFindings(
  textOf('docs/operations/alerts.yml') ?? '',
  textOf('docs/operations.md') ?? '',
  sources.map((path) => textOf(path) ?? '').join('\n'),
)
for (const finding of alerts) console.log(`docs/operations/alerts.yml: ${finding}`)
console.log(`${alerts.length} findings about alerts`)

const limits = limitsDocument(await everyEndpoint())
if (process.argv[2] === '--write') writeFileSync(join(root, 'docs/limits.md'), limits)
const isLimitsOld = textOf('docs/limits.md') !== limits
if (isLimitsOld) console.log('docs/limits.md is out of date: run node tools/docs/run.ts --write')
if (isLimitsOld || dead + findings.length + alerts.length > 0) process.exitCode = 1
