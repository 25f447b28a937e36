import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A write of one byte that takes longer (ms) waits for other work of the disk. */
const SLOW_WRITE_MS = 100

/**
 * Writes to the disk of a folder again and again. `stop` returns how long (ms) those writes took together that were slow: a
 * test takes this time out of the time that it measures.
 */
export function watchDisk(folder: string): { readonly stop: () => Promise<number> } {
  const file = join(folder, 'written')
  let isOver = false
  const work = async () => {
    let slowMs = 0
    while (!isOver) {
      const began = performance.now()
      await writeFile(file, 'x', { flush: true })
      const ms = performance.now() - began
      if (ms > SLOW_WRITE_MS) slowMs += ms
      await delay(SLOW_WRITE_MS)
    }
    return slowMs
  }
  const slow = work()
  return {
    stop: () => {
      isOver = true
      return slow
    },
  }
}
