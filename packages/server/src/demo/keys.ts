import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aliveFile, readAlive } from '@millwatch/simulator/alive'
import { type PlantFile, readPlantFile } from '@millwatch/simulator/plant-file'

/**
 * Path of the file with the simulator's machines and the keys of their devices; the simulator keeps its own notes
 * beside it.
 */
export const plantPath = (dataFolder: string): string => join(dataFolder, 'simulator', 'plant.json')

/** Writes the plant file under a temporary name and renames it; only its owner can read it. */
export function writePlant(dataFolder: string, plant: PlantFile): void {
  const path = plantPath(dataFolder)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(plant)}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}

/**
 * Returns the plant file; null if there is none or it is unreadable: another server simulates this plant, or nobody
 * does.
 */
export function readPlant(dataFolder: string): PlantFile | null {
  try {
    return readPlantFile(plantPath(dataFolder))
  } catch {
    return null
  }
}

/** Notes for the simulator from when on (epoch ms) new devices send live events; called while it does not run. */
export function noteAliveUntil(dataFolder: string, until: Readonly<Record<string, number>>): void {
  const folder = dirname(plantPath(dataFolder))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'alive.json')
  aliveFile(path).save(new Map([...readAlive(path), ...Object.entries(until)]))
}
