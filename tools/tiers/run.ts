// The rules of dependence: prints every breach with its remedy; exits with a non-zero code if there is one.
import { root } from '../setup/place.mjs'
import { readTree } from './base/source-tree.ts'
import { breachesOf } from './check.ts'
import { longOnes } from './lengths.ts'

const tree = readTree(root)
const breaches = breachesOf(tree)
for (const { path, line, rule, message } of breaches) console.log(`${path}:${line} [${rule}] ${message}`)
for (const { path, line, message } of longOnes(tree)) console.log(`${path}:${line} (long, not failed) ${message}`)
console.log(`${tree.size} files, ${breaches.length} breaches`)
if (breaches.length > 0) process.exitCode = 1
