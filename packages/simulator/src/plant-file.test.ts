import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPlantFile } from './plant-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'millwatch-plant-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'plant.json')
const time = { seed: 'plant', detailFrom: 1000, liveAt: 2000, recording: { name: 'cnc-mill', device: 'mill-1' } }

test('a plant file is read with the instant up to which its events were sent', () => {
  writeFileSync(path, JSON.stringify({ time, sentUntil: 2000, devices: [] }))
  expect(readPlantFile(path)).toEqual({ time, sentUntil: 2000, devices: [] })
})

test('a file of an earlier version, where that instant had another name, is read alike', () => {
  writeFileSync(path, JSON.stringify({ time, toldUntil: 2000, devices: [] }))
  expect(readPlantFile(path)).toEqual({ time, sentUntil: 2000, devices: [] })
})

test.each([
  ['without the instant', { time, devices: [] }],
  ['that is a list', []],
  ['that is nothing', null],
])('a file %s is refused', (_name, value) => {
  writeFileSync(path, JSON.stringify(value))
  expect(() => readPlantFile(path)).toThrow('is no plant file')
})
