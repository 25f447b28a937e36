import { setTimeout as delay } from 'node:timers/promises'
import type { SendResult } from './store-send.ts'

interface Waiting {
  readonly attempt: SendResult
  readonly stored: () => void
  readonly failed: (error: unknown) => void
}

const pauseMs = 500

/**
 * Returns a function that stores the result of an attempt and resolves when it is committed. Results that arrive while others are
 * being stored share the next commit. A failed commit is tried again every 500 ms for `persistMs`, since a message that a service
 * has accepted must not be sent again; then the function rejects.
 */
export function createRecorder(
  store: (attempts: readonly SendResult[]) => Promise<void>,
  persistMs: number,
): (attempt: SendResult) => Promise<void> {
  let queue: Waiting[] = []
  let isBusy = false
  const persist = async (attempts: readonly SendResult[]) => {
    for (let leftMs = persistMs; ; leftMs -= pauseMs) {
      try {
        return await store(attempts)
      } catch (error) {
        if (leftMs <= 0) throw error
        await delay(pauseMs, undefined, { ref: false })
      }
    }
  }
  const flush = async () => {
    if (isBusy) return
    isBusy = true
    while (queue.length > 0) {
      const batch = queue
      queue = []
      try {
        await persist(batch.map(({ attempt }) => attempt))
        for (const { stored } of batch) stored()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isBusy = false
  }
  return (attempt) =>
    new Promise((stored, failed) => {
      queue.push({ attempt, stored, failed })
      void flush()
    })
}
