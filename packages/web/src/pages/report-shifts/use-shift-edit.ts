import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import type { JobMessage } from '@millwatch/contract/live'
import {
  faultOfInsert,
  instantOfTime,
  matchingShifts,
  type Shift,
  type ShownShift,
  stagedChanges,
  type TouchedShift,
} from '@millwatch/domain/shifts'
import type { WallTime } from '@millwatch/domain/time'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { leaveJob } from '../../features/reports/left-jobs.ts'
import { shiftHistoryKey } from '../../features/reports/shift-history.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useJobs } from '../../live/use-jobs.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'

/** Shift to insert, whose start and end are null until they are filled in; times are local. */
export interface InsertDraft {
  readonly shift: Shift
  readonly start: WallTime | null
  readonly end: WallTime | null
  readonly equipmentIds: ReadonlySet<number>
}

/** Shift job that this page has submitted and that has not ended. */
export interface OwnJob {
  readonly id: number
  readonly kind: 'insert' | 'update' | 'destroy'
  /** Ids of the shifts that the job deletes; empty for a job that inserts or updates. */
  readonly removing: ReadonlySet<number>
}

type Submitted = Pick<OwnJob, 'kind'> & { readonly removing?: readonly number[]; readonly send: () => Promise<number> }

const none: ReadonlySet<number> = new Set()

/** Returns the text for a failed submission: the message of the server, or a standard sentence if the server did not answer. */
const failureOf = (error: Error, { kind }: Submitted): string =>
  error instanceof ApiError ? error.message : `Error submitting shift ${kind} job`

interface Edited {
  /** Shown shifts. */
  rows: readonly ShownShift[]
  zone: string
  /** Ids of the jobs that have locked a shown machine. */
  lockedBy: readonly number[]
}

/**
 * Returns the state of an edit of shift history, with functions that change it: selected shifts, changed fields for them, shift
 * to insert, submitted job, and message of a failure. A shift that is no longer in `rows` is no longer selected.
 */
export function useShiftEdit({ rows, zone, lockedBy }: Edited) {
  const [selected, setSelected] = useState(none)
  const [touched, setTouched] = useState<TouchedShift>({})
  const [draft, setDraft] = useState<InsertDraft>()
  const [failure, setFailure] = useState<string>()
  const { job, submit, isBusy } = useOwnJob(lockedBy, setFailure, (kind) => {
    if (kind === 'insert') setDraft(undefined)
    select(none)
  })
  const select = (ids: ReadonlySet<number>): void => {
    setSelected(ids)
    if (ids.size === 0) setTouched({})
  }
  const chosen = rows.filter(({ id }) => selected.has(id))
  const shownIds = new Set(chosen.map(({ id }) => id))
  // A shift that is no longer shown is not changed, and does not come back selected.
  if (shownIds.size < selected.size) select(shownIds)
  const changes = stagedChanges(chosen, touched, zone)
  return {
    selected,
    chosen,
    touched,
    changes,
    draft,
    job,
    failure,
    isBusy,
    touch: setTouched,
    toggle: (id: number) => select(selected.has(id) ? without(selected, id) : new Set([...selected, id])),
    selectMatching: () => select(matchingShifts(rows, selected)),
    unselect: () => select(none),
    setDraft: (next: InsertDraft | undefined) => {
      setFailure(undefined)
      select(none)
      setDraft(next)
    },
    update: () =>
      submit({
        kind: 'update',
        send: async () => {
          const updates = changes.map(({ id, shift, startedAt, endedAt }) => ({
            id,
            ...(shift !== undefined && { shift }),
            ...(startedAt !== undefined && { start: startedAt / 1000 }),
            ...(endedAt !== undefined && { end: endedAt / 1000 }),
          }))
          return (await call(updateShifts, { body: { updates } })).job.id
        },
      }),
    remove: () => {
      const shiftHistoryIds = chosen.map(({ id }) => id)
      return submit({
        kind: 'destroy',
        removing: shiftHistoryIds,
        send: async () => (await call(destroyShifts, { body: { shiftHistoryIds } })).job.id,
      })
    },
    insert: () => submit({ kind: 'insert', send: () => sendInsert(draft, zone) }),
  }
}

export type ShiftEdit = ReturnType<typeof useShiftEdit>

const without = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set([...ids].filter((other) => other !== id))

async function sendInsert(draft: InsertDraft | undefined, zone: string): Promise<number> {
  const equipIds = [...(draft?.equipmentIds ?? [])]
  if (draft?.start == null || draft.end === null || faultOfInsert({ ...draft, equipmentIds: equipIds }, zone))
    throw new Error('The shift is not complete')
  const [start, end] = [instantOfTime(draft.start, zone) / 1000, instantOfTime(draft.end, zone) / 1000]
  return (await call(insertShifts, { body: { insert: { equipIds, shift: draft.shift, start, end } } })).job.id
}

/**
 * Returns the job that this page has submitted and that has not ended, a function that submits one, and `isBusy` until it has
 * ended. When that job or a job of `lockedBy` ends, the history is read again; for the own job, `onDone` or with its error
 * `onFailure` follows.
 */
function useOwnJob(
  lockedBy: readonly number[],
  onFailure: (words: string | undefined) => void,
  onDone: (kind: OwnJob['kind']) => void,
) {
  const client = useQueryClient()
  const [job, setJob] = useState<OwnJob>()
  // A job may end before the answer to its submission is here.
  const ended = useRef(new Map<number, JobMessage>())
  // A page that joins the room of an ended job gets the message about its end again.
  const settled = useRef(new Set<number>())
  // A failure after the page was left is told by the shell.
  const underWay = useRef<number>(undefined)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (underWay.current !== undefined) leaveJob(underWay.current)
    }
  }, [])
  const settle = async (submitted: OwnJob, { error }: JobMessage): Promise<void> => {
    if (settled.current.has(submitted.id)) return
    settled.current.add(submitted.id)
    underWay.current = undefined
    await client.invalidateQueries({ queryKey: shiftHistoryKey })
    setJob(undefined)
    if (error === null) onDone(submitted.kind)
    else onFailure(error)
  }
  useJobs([...lockedBy, ...(job === undefined ? [] : [job.id])], (message) => {
    ended.current.set(message.id, message)
    if (message.id === job?.id) void settle(job, message)
    else void client.invalidateQueries({ queryKey: shiftHistoryKey })
  })
  const { mutateAsync, isPending } = useSubmit({
    work: ({ send }: Submitted) => send(),
    done: 'Shift history management job submitted',
    failed: failureOf,
    onDone: (id, { kind, removing }) => {
      const sent = { id, kind, removing: new Set(removing) }
      const message = ended.current.get(id)
      setJob(sent)
      if (isLeft.current) leaveJob(id)
      else underWay.current = id
      if (message !== undefined) void settle(sent, message)
    },
  })
  const submit = (submitted: Submitted): Promise<unknown> => {
    onFailure(undefined)
    return mutateAsync(submitted)
  }
  return { job, submit, isBusy: isPending || job !== undefined }
}
