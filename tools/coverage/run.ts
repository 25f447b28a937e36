// Checks that each sentence of the specifications has a test that exists, a decision, or says what is open (docs/coverage).
// `--write` writes docs/coverage.md; `--number FILE` prints the sentences of a specification with their numbers.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/place.mjs'
import { faultsOfRows } from './check.ts'
import { countsOf, coverageDocument } from './document.ts'
import { numberSentences } from './number.ts'
import { readCoverage } from './read.ts'
import { sentences } from './sentences.ts'
import { type Titles, titlesIn } from './titles.ts'

const [option, specification] = process.argv.slice(2)
if (option === '--number' && specification) printNumbered(specification)
else checkCoverage(option === '--write')

function printNumbered(path: string): void {
  for (const { place, text } of numberSentences(readFileSync(path, 'utf8'))) console.log(`${place} ${text}`)
}

function checkCoverage(isWriting: boolean): void {
  const files = globSync('docs/coverage/*.md', { cwd: root }).sort()
  const readings = files.map((file) => readCoverage(file, readFileSync(join(root, file), 'utf8')))
  const rows = readings.flatMap((reading) => reading.rows)
  const decisions = new Set(globSync('docs/decisions/*.md', { cwd: root }).map((path) => path.slice(15, 19)))
  const readFiles = new Map<string, Titles | undefined>()
  const findings = [
    ...readings.flatMap((reading) => reading.findings),
    ...faultsOfRows(rows, sentences, {
      titlesOf: (path) => {
        if (!readFiles.has(path)) readFiles.set(path, readTitles(path))
        return readFiles.get(path)
      },
      hasDecision: (number) => decisions.has(number),
    }),
  ]
  const path = join(root, 'docs/coverage.md')
  const text = coverageDocument(readings, sentences)
  if (isWriting) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text)
    findings.push('docs/coverage.md is out of date: run node tools/coverage/run.ts --write')
  for (const finding of findings) console.log(finding)
  const counts = countsOf(rows)
  console.log(
    `${counts.rows} rows: ${counts.tested} with a test, ${counts.decided} by decision alone, ${counts.open} open; ${findings.length} findings`,
  )
  if (findings.length > 0) process.exitCode = 1
}

function readTitles(path: string): Titles | undefined {
  if (!/\.(test|spec)\.tsx?$|\.testing\.ts$/.test(path)) return undefined
  try {
    return titlesIn(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}
