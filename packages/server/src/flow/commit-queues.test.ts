import { expect, test } from 'vitest'
import type { CheckedBatch } from '../modules/ingest/index.ts'
import { Unavailable } from '../platform/errors.ts'
import { type Commit, CommitQueues } from './commit-queues.ts'

const batch = (deviceId: number, batchId: string): CheckedBatch => ({
  deviceId,
  batchId,
  sentAt: null,
  receivedAt: 0,
  contentHash: Buffer.alloc(0),
  eventCount: 1,
  events: [],
  quarantined: [],
  clockAhead: false,
  ip: null,
  firmware: null,
  acks: [],
  texts: () => [],
})
const accepted = { accepted: 1, duplicates: 0, quarantined: 0 }

test('What arrives while a commit is under way shares the next one, one company at a time', async () => {
  const commits: [number, string[]][] = []
  let release = () => {}
  const first = new Promise<void>((resolve) => {
    release = resolve
  })
  const commit: Commit = async (companyId, batches) => {
    commits.push([companyId, batches.map(({ batchId }) => batchId)])
    if (commits.length === 1) await first
    return batches.map(() => accepted)
  }
  const queues = new CommitQueues(commit)
  const all = [queues.submit(1, batch(2, 'a'))]
  await expect.poll(() => commits.length).toBe(1)
  all.push(queues.submit(1, batch(2, 'b')), queues.submit(2, batch(4, 'x')), queues.submit(1, batch(6, 'c')))
  release()
  expect(await Promise.all(all)).toHaveLength(4)
  await queues.drained()
  expect(commits).toEqual([
    [1, ['a']],
    [1, ['b', 'c']],
    [2, ['x']],
  ])
})

test('A batch that cannot be committed does not stop those beside it', async () => {
  const commit: Commit = async (_companyId, batches) => {
    if (batches.some(({ batchId }) => batchId === 'poison')) throw new Error('This batch cannot be committed')
    return batches.map(() => accepted)
  }
  const queues = new CommitQueues(commit)
  const names = ['a', 'b', 'poison', 'c', 'd']
  const results = await Promise.allSettled(names.map((name) => queues.submit(1, batch(2, name))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('Without the database all are refused at once, without a try for each', async () => {
  let tries = 0
  const queues = new CommitQueues(async () => {
    tries++
    throw new Unavailable()
  })
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queues.submit(1, batch(2, name))))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(tries).toBe(1)
})

test('More than half of the events that may wait are a backlog, and more than all are refused as such', async () => {
  const commit = Promise.withResolvers<void>()
  const queues = new CommitQueues(async (_companyId, batches) => {
    await commit.promise
    return batches.map(() => accepted)
  })
  const large = { ...batch(2, 'large'), eventCount: 200_000 }
  const sent = [queues.submit(1, large)]
  expect([queues.waitingEvents, queues.isBehind]).toEqual([200_000, false])
  sent.push(queues.submit(1, large))
  expect(queues.isBehind).toBe(true)
  await expect(queues.submit(1, batch(2, 'one'))).rejects.toMatchObject({ code: 'backlog', status: 503 })
  commit.resolve()
  await Promise.all(sent)
  expect([queues.waitingEvents, queues.isBehind]).toEqual([0, false])
})

test('Batches without events are a backlog too, and none is left once they are committed', async () => {
  const queues = new CommitQueues(async (_companyId, batches) => batches.map(() => accepted))
  const empty = { ...batch(2, 'empty'), eventCount: 0 }
  const sent = Array.from({ length: 3 }, () => queues.submit(1, empty))
  expect(queues.waitingEvents).toBe(3)
  await Promise.all(sent)
  await queues.drained()
  expect(queues.waitingEvents).toBe(0)
})
