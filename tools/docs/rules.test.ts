import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOfRows } from '../coverage/check.ts'
import { readCoverage } from '../coverage/read.ts'
import { titlesIn } from '../coverage/titles.ts'
import { root } from '../setup/place.mjs'

const file = 'docs/rules.md'

test('each rule about several values and each limit of use has tests that exist', () => {
  const { rows, findings } = readCoverage(file, readFileSync(join(root, file), 'utf8'))
  const counts = Object.groupBy(rows, ({ ids }) => ids[0]?.split('.')[0] ?? '')
  const sentences = Object.fromEntries(Object.entries(counts).map(([section, all = []]) => [section, all.length]))
  const project = {
    titlesOf: (path: string) => titlesIn(readFileSync(join(root, path), 'utf8')),
    hasDecision: () => false,
  }
  expect([...findings, ...faultsOfRows(rows, sentences, project)]).toEqual([])
  expect(Object.keys(sentences)).toEqual(['R 1', 'R 2'])
})
