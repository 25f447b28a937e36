import { HOUR_MS } from '@millwatch/domain/time'
import { startWorker, type WorkerProcess } from '@millwatch/lab/app/worker-process'
import { isWhole } from '@millwatch/lab/budget'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualLease } from '../../platform/jobs/index.ts'
import { day, shiftBench } from './edit.testing.ts'

let bench: Awaited<ReturnType<typeof shiftBench>>
const workers: WorkerProcess[] = []
const worker = async (fate: Pick<Parameters<typeof startWorker>[0], 'dieAt' | 'pauseAt'> = {}) => {
  const started = await startWorker({ url: bench.t.db.url, lease: usualLease, ...fate })
  workers.push(started)
  return started
}

beforeAll(async () => {
  bench = await shiftBench({ works: false })
})
afterAll(async () => {
  await Promise.all(workers.map((started) => started.kill()))
  await bench.t.close()
})

test('The machines of a dead worker’s job are free within 60 s, with the lease of production', async () => {
  for (let round = 1; round <= (isWhole ? 3 : 1); round++) {
    const { id } = await bench.machine('Press')
    const job = await bench.insert([id], day, day + HOUR_MS)
    expect(await (await worker({ dieAt: 'before commit of jobs.end' })).ended).toBe('SIGKILL')
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

test('A worker that hangs with everything done but the commit lets go within 60 s, and changes nothing when it wakes', async () => {
  const { id } = await bench.machine('Press')
  const job = await bench.insert([id], day, day + HOUR_MS)
  const hanging = await worker({ pauseAt: 'before commit of jobs.end' })
  await hanging.paused
  const pausedAt = performance.now()
  await worker()
  await expect.poll(() => bench.locked(), { timeout: 90_000, interval: 50 }).toEqual([])
  expect(performance.now() - pausedAt).toBeLessThan(60_000)
  await bench.done(job)
  const after = await bench.history(id)
  const second = await bench.insert([id], day + 2 * HOUR_MS, day + 3 * HOUR_MS)
  hanging.resume()
  await bench.done(second)
  await hanging.stop()
  expect((await bench.history(id)).slice(0, 1)).toEqual(after)
  expect(await bench.history(id)).toHaveLength(2)
  const audits = await bench.rows('select 1 from audit_entry where subject = $1', [`job/${job.id}`])
  expect(audits).toHaveLength(1)
})
