import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aliveFile, readAlive } from '@millwatch/simulator/alive'
import { type PlantFile, readPlantFile } from '@millwatch/simulator/plant-file'

/** Returns the path of the file with the simulator's machines and the keys of their devices. */
export const plantPath = (dataFolder: string): string => join(dataFolder, 'simulator', 'plant.json')

/** Writes the plant file, replacing an earlier one as a whole, and creates its folder. Only its owner can read it. */
export function writePlant(dataFolder: string, plant: PlantFile): void {
  const path = plantPath(dataFolder)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(plant)}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}

/** Reads the plant file; null if it does not exist or is not valid. */
export function readPlant(dataFolder: string): PlantFile | null {
  try {
    return readPlantFile(plantPath(dataFolder))
  } catch {
    return null
  }
}

/**
 * Adds to the file of the simulator the instants (epoch ms) up to which devices have sent events, by device uuid, so that the
 * simulator continues from there. To be called only while the simulator does not run.
 */
export function noteAliveUntil(dataFolder: string, until: Readonly<Record<string, number>>): void {
  const folder = dirname(plantPath(dataFolder))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'alive.json')
  aliveFile(path).save(new Map([...readAlive(path), ...Object.entries(until)]))
}
