// Plain English, as far as a program can check it: prints every breach with what to do about it; a non-zero exit code when there
// is one. With folders as arguments: those alone.
import { root } from '../setup/place.mjs'
import { readTree } from '../tiers/base/source-tree.ts'
import { wordFindings } from './check.ts'

const folders = process.argv.slice(2)
const tree = readTree(root)
const isAsked = (path: string) => folders.length === 0 || folders.some((folder) => path.startsWith(folder))
const findings = wordFindings(tree).filter(({ path }) => isAsked(path))
for (const { path, line, message } of findings) console.log(`${path}:${line} ${message}`)
console.log(`${tree.size} files, ${findings.length} breaches of plain English`)
if (findings.length > 0) process.exitCode = 1
