import { roomOfJob } from '@millwatch/contract/live'
import type { JobFact } from '@millwatch/domain/facts'
import type { Ctx } from '../../platform/ctx.ts'
import { findJob } from '../../platform/jobs/index.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import type { SendToSocket } from '../../platform/sockets/types.ts'
import { internalRoom } from './rooms.ts'

type Within = <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Publishes a job's start or end to the sockets in its room on this server; does nothing if there are none. For the end it reads
 * the job, whose error text may be too long for a fact, and publishes nothing if the job is gone.
 */
export async function publishJob(
  sockets: Pick<Sockets, 'emit' | 'isOccupied'>,
  within: Within,
  companyId: number,
  { kind, jobId: id }: JobFact,
): Promise<void> {
  const room = roomOfJob(id)
  const internal = internalRoom(companyId, room)
  if (!sockets.isOccupied(internal)) return
  if (kind === 'job.started') return sockets.emit(internal, 'job:start', { room, id, state: 'running', error: null })
  const job = await within(companyId, (ctx) => findJob(ctx, id))
  if (job) sockets.emit(internal, 'job:finish', { room, id, state: job.state, error: job.error })
}

const jobRoom = /^job:([0-9]+)$/

/**
 * Sends `job:finish` to a socket that joins the room of a job that has already ended. Does nothing for a running or unknown job
 * and for a room of another kind.
 */
export async function greetInJobRoom(ctx: Ctx, room: string, send: SendToSocket): Promise<void> {
  const [, id] = jobRoom.exec(room) ?? []
  if (id === undefined) return
  const job = await findJob(ctx, Number(id))
  if (job?.finishedAt == null) return
  send('job:finish', { room: roomOfJob(job.id), id: job.id, state: job.state, error: job.error })
}
