import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Traffic } from '@millwatch/lab/load/traffic'
import { randomFrom } from '@millwatch/simulator/base/random'
import { io } from 'socket.io-client'
import { type Edit, type EditKind, editHolds, jobDone, submitEdit } from '../base/jobs.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import type { DeathPoint } from '../base/preload-names.ts'
import { dyingAt, type Site } from '../base/site.ts'
import { siteUnderLoad } from '../base/under-load.ts'

const DIES_WITHIN_MS = 60_000
const FREE_WITHIN_MS = 60_000
const FINISHED_WITHIN_MS = 60_000
const SHIFT_WRITTEN_WITHIN_MS = 3000
const POLL_MS = 50

const pointsOfEdits: Readonly<Record<EditKind, readonly DeathPoint[]>> = {
  insert: [
    'after commit of jobs.start',
    'after shifts.insert_edited',
    'before commit of jobs.end',
    'after commit of jobs.end',
  ],
  update: ['before shifts.update_edited', 'after shifts.update_edited', 'before commit of jobs.end', 'after jobs.end'],
  delete: ['after commit of jobs.start', 'after shifts.delete_rows', 'before commit of jobs.end', 'after jobs.end'],
}
const pointsOfRollups: readonly DeathPoint[] = [
  'after utilization.machines_to_build',
  'after utilization.hold_states',
  'before commit of utilization.save_states',
  'after utilization.remove_dirty',
  'after commit of utilization.save_states',
]
/** Points at which the server holds locks on machines. */
const pointsOfLocks: readonly DeathPoint[] = [
  'after commit of jobs.start',
  'after shifts.insert_edited',
  'before commit of jobs.end',
]

/**
 * Kinds F3: the server that runs a job kills itself in the middle. Another server must finish the job, which must take effect
 * exactly once.
 */
export const killsInJobs: readonly FaultKind[] = [
  ...(['insert', 'update', 'delete'] as const).map((kind) => ({
    name: `F3 shift ${kind}`,
    fullCount: 50,
    step: 5,
    run: (input: StepInput) => killingInEdits(kind, pointsOfEdits[kind], input),
  })),
  { name: 'F3 rollup', fullCount: 50, step: 5, run: killingInRollups },
]

/**
 * Kind F15: a server dies that holds locks on machines. The locks must end within 60 s, and browsers that watch the job must
 * receive its end.
 */
export const deathsWithLocks: FaultKind = {
  name: 'F15 worker dies with locks',
  fullCount: 50,
  step: 5,
  run: (input) => killingInEdits('insert', pointsOfLocks, input),
}

interface Orphan extends Edit {
  readonly diedAt: number
}

function killingInEdits(kind: EditKind, points: readonly DeathPoint[], { count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  return siteUnderLoad(1, { seed, machines: Math.max(8, count) }, async (site, traffic) => {
    await delay(SHIFT_WRITTEN_WITHIN_MS)
    // Every running server runs jobs, so only servers that will die run until all have died.
    for (const server of [...site.servers]) await site.retire(server)
    const orphans: Orphan[] = []
    for (let i = 0; i < count; i++) {
      const point = points[Math.floor(random() * points.length)] as DeathPoint
      orphans.push(await orphan(site, traffic, { kind, point, index: i }))
    }
    const freedMs = await takeUp(site, orphans)
    return { count, note: `machines free within ${(freedMs / 1000).toFixed(1)} s` }
  })
}

/**
 * Submits an edit of shifts to a server that dies in the middle of it, and verifies the database. Returns the edit with the
 * instant of the death (ms by `performance.now()`).
 */
async function orphan(
  site: Site,
  { ledgers }: Traffic,
  { kind, point, index }: { kind: EditKind; point: DeathPoint; index: number },
): Promise<Orphan> {
  const doomed = await site.doomed(dyingAt(point))
  const machine = ledgers[index]?.machine.equipmentId ?? 0
  const edit = await submitEdit(site.companyAt(doomed), kind, machine)
  await site.died(doomed, DIES_WITHIN_MS)
  const diedAt = performance.now()
  await site.verify()
  return { ...edit, diedAt }
}

/**
 * Starts a server that stays, and checks that it finishes all jobs. Returns the longest time from a death until the lock of its
 * machine ended, in ms; throws a `FaultFinding` after 60 s, longer on a busy machine.
 */
async function takeUp(site: Site, orphans: readonly Orphan[]): Promise<number> {
  await site.server()
  const ends = await listen(site, orphans)
  const freed = await Promise.all(
    orphans.map(async (orphan) => {
      const freedMs = await lockFree(site, orphan)
      await jobDone(site.company, orphan.jobId, limitOf(FINISHED_WITHIN_MS))
      await editHolds(site.company, site.databaseUrl, orphan)
      return freedMs
    }),
  )
  await ends.all()
  await site.verify()
  return Math.max(...freed)
}

async function lockFree(site: Site, { equipmentId, diedAt }: Orphan): Promise<number> {
  for (;;) {
    const path = `/v0/e/${equipmentId}`
    const { equip } = await site.company.call<{ equip: { shift_mgmt_locked_at: unknown } }>('GET', path)
    const sinceMs = performance.now() - diedAt
    if (equip.shift_mgmt_locked_at === null) return sinceMs
    if (sinceMs > limitOf(FREE_WITHIN_MS))
      throw new FaultFinding(`Machine ${equipmentId} is still locked after ${sinceMs} ms`)
    await delay(POLL_MS)
  }
}

/**
 * Joins the rooms of jobs on the first server. `all` resolves when the end of each job has been received, and throws a
 * `FaultFinding` after 60 s, longer on a busy machine.
 */
async function listen(site: Site, jobs: readonly Edit[]): Promise<{ all: () => Promise<void> }> {
  const { company } = site
  const waiting = new Set(jobs.map(({ jobId }) => `job:${jobId}`))
  const socket = io(site.servers[0]?.url ?? '', {
    path: '/live',
    transports: ['websocket'],
    auth: { token: company.token },
    forceNew: true,
  })
  socket.on('connect', () => {
    for (const room of waiting) socket.emit('join', { room })
  })
  socket.on('job:finish', ({ id }: { id: number }) => void waiting.delete(`job:${id}`))
  return {
    async all() {
      try {
        const began = performance.now()
        while (waiting.size > 0) {
          if (performance.now() - began > limitOf(FINISHED_WITHIN_MS))
            throw new FaultFinding(`Nobody heard job:finish in ${[...waiting].join()}`)
          await delay(POLL_MS)
        }
      } finally {
        socket.close()
      }
    },
  }
}

function killingInRollups({ count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  return siteUnderLoad(1, { seed }, async (site) => {
    for (const server of [...site.servers]) await site.retire(server)
    for (let i = 0; i < count; i++) {
      const point = pointsOfRollups[Math.floor(random() * pointsOfRollups.length)] as DeathPoint
      await site.died(await site.doomed(dyingAt(point, 1 + Math.floor(random() * 3))), DIES_WITHIN_MS)
      await site.verify()
    }
    return { count }
  })
}
