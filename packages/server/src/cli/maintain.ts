import { maintain } from '../db/maintain/maintain.ts'
import { counted } from './counted.ts'
import { type Surroundings, withStorage } from './with-database.ts'

/**
 * Runs `millwatch maintain`, which drops empty partitions and moves up to `months` months of each table into partitions of their
 * own, and prints one line per step. Returns false if a partition was busy and is left to another run.
 */
export async function maintainStorage(
  surroundings: Surroundings,
  { months, print }: { months: number; print: (line: string) => void },
): Promise<boolean> {
  const { clock, progress } = surroundings
  const { dropped, moved, busy } = await withStorage(surroundings, (url) => maintain({ url, clock, months, progress }))
  for (const name of dropped) print(`Dropped ${name}, which was empty.`)
  for (const name of moved) print(`Moved ${name} into a partition of its own.`)
  for (const name of busy) print(`${name} was busy. Run this again later.`)
  print(`${counted(dropped.length, 'empty partition')} dropped, ${counted(moved.length, 'month')} moved.`)
  return busy.length === 0
}
