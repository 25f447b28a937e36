import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualLease } from '../../platform/jobs/index.ts'
import { startWorker, type WorkerProcess } from '../../testing/worker-process.ts'
import { day, HOUR, shiftBench } from './edit.testing.ts'

let bench: Awaited<ReturnType<typeof shiftBench>>
const workers: WorkerProcess[] = []
const worker = async (dieAt?: Parameters<typeof startWorker>[0]['dieAt']) => {
  const started = await startWorker({ url: bench.t.db.url, lease: usualLease, dieAt })
  workers.push(started)
  return started
}

beforeAll(async () => {
  bench = await shiftBench({ works: false })
})
afterAll(async () => {
  await Promise.all(workers.map((one) => one.kill()))
  await bench.t.close()
})

test('The machines of a dead worker’s job are free within 60 s, with the lease of production', async () => {
  for (let round = 1; round <= 3; round++) {
    const { id } = await bench.machine('Press')
    const job = await bench.insert([id], day, day + HOUR)
    expect(await (await worker('before commit of jobs.end')).ended).toBe('SIGKILL')
    const diedAt = performance.now()
    const survivor = await worker()
    await expect.poll(() => bench.locked(), { timeout: 90_000, interval: 50 }).toEqual([])
    const freeAfterMs = Math.round(performance.now() - diedAt)
    expect(freeAfterMs).toBeLessThan(60_000)
    await bench.done(job)
    expect(await bench.history(id)).toHaveLength(1)
    await survivor.kill()
  }
})
