// Checks package-lock.json: integrity, sources, licences, agreement with the manifests, and the largest number of dependencies.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/place.mjs'
import { findings, type Lock, type Manifest } from './check.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

const { packages } = read('package-lock.json') as { packages: Lock }
const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const manifests = Object.fromEntries(
  ['', ...folders].map((folder) => [folder, read(join(folder, 'package.json')) as Manifest]),
)
const found = findings(packages, manifests)
for (const finding of found) console.log(finding)
console.log(`${Object.keys(packages).length} entries, ${found.length} findings`)
if (found.length > 0) process.exitCode = 1
