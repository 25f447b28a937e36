import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aliveFile, readAlive } from '@millwatch/simulator/alive'
import { type PlantFile, readPlantFile } from '@millwatch/simulator/plant-file'

/** Where the simulator finds its machines and the keys of their devices; it keeps its own notes beside it. */
export const plantPath = (dataFolder: string): string => join(dataFolder, 'simulator', 'plant.json')

/** Written whole beside and put in place, readable by its owner alone. */
export function writePlant(dataFolder: string, plant: PlantFile): void {
  const path = plantPath(dataFolder)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(plant)}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}

/** Null where there is none, or none that can be read: another server simulates this plant, or nobody does. */
export function readPlant(dataFolder: string): PlantFile | null {
  try {
    return readPlantFile(plantPath(dataFolder))
  } catch {
    return null
  }
}

/** Notes for the simulator, which does not run yet, from when on (epoch ms) devices that are new to it speak. */
export function toldUntil(dataFolder: string, until: Readonly<Record<string, number>>): void {
  const folder = dirname(plantPath(dataFolder))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'alive.json')
  aliveFile(path).save(new Map([...readAlive(path), ...Object.entries(until)]))
}
