import { type JobMessage, roomOfJob } from '@millwatch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { onJob } from './rooms.ts'
import { listen } from './socket.ts'

const silent = { onBatch: () => undefined, readAgain: () => undefined }

/**
 * Joins the rooms of jobs while the component exists, and calls `onFinish` when a job ended, with its error if it failed. For a
 * job that has ended already, it is called when the page joins its room.
 */
export function useJobs(ids: readonly number[], onFinish: (job: JobMessage) => void): void {
  const onFinishEvent = useEffectEvent(onFinish)
  const names = [...new Set(ids)].sort((a, b) => a - b).join(' ')
  useEffect(() => {
    const wanted = new Set(names.split(' ').filter(Boolean).map(Number))
    const leave = [
      ...[...wanted].map((id) => listen(roomOfJob(id), silent)),
      onJob((job) => {
        if (wanted.has(job.id) && (job.state === 'finished' || job.state === 'failed')) onFinishEvent(job)
      }),
    ]
    return () => {
      for (const end of leave) end()
    }
  }, [names])
}
