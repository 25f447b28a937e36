// Documents cite only paths that exist: every Markdown file of the project is read.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/place.mjs'
import { deadCitations } from './paths.ts'

const documents = globSync(['*.md', '{docs,packages,e2e,bench,fixtures,tools}/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.startsWith('dist'),
})
const names = (path: string) =>
  path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))

let dead = 0
for (const document of documents) {
  for (const { line, path } of deadCitations(document, readFileSync(join(root, document), 'utf8'), names)) {
    console.log(`${document}:${line} cites ${path}, which does not exist`)
    dead += 1
  }
}
console.log(`${documents.length} documents, ${dead} dead paths`)
if (dead > 0) process.exitCode = 1
