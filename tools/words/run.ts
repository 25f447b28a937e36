// Plain English, as far as a program can check it: prints every breach with what to do about it. With folders as arguments:
// those alone. Without: the folders whose names and docstrings are plain already, which must stay so.
import { root } from '../setup/place.mjs'
import { readTree } from '../tiers/base/source-tree.ts'
import { wordFindings } from './check.ts'
import { plainFolders } from './plain-folders.ts'

const folders = process.argv.length > 2 ? process.argv.slice(2) : plainFolders
const isIn = (path: string) => folders.some((folder) => path.startsWith(folder))
const findings = wordFindings(readTree(root)).filter(({ path }) => isIn(path))
for (const { path, line, message } of findings) console.log(`${path}:${line} ${message}`)
console.log(`${folders.length} folders, ${findings.length} breaches of plain English`)
if (findings.length > 0) process.exitCode = 1
